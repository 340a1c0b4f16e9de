import { buildPackages } from './build/buildPackages.js'
import { builtPlugin } from './build/buildPlugin.js'
import { toolArguments } from './build/toolArguments.js'

toolArguments(
  'build',
  `usage: npm run build
Builds the plugin and the packages into packages/*/dist.`,
  {},
)

await buildPackages()
console.error(`built ${builtPlugin}`)
