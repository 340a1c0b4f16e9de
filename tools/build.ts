import { buildPackages } from './buildPackages.js'
import { builtPlugin } from './buildPlugin.js'
import { toolArguments } from './toolArguments.js'

toolArguments(
  'build',
  `usage: npm run build
Builds the plugin and the packages into packages/*/dist.`,
  {},
)

await buildPackages()
console.error(`built ${builtPlugin}`)
