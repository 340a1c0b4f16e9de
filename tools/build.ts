import { buildPackages } from './build/buildPackages.js'
import { builtPlugin } from './build/buildPlugin.js'
import { npmCommand, runNpm } from './build/npmCommand.js'

await runNpm(
  npmCommand('build', 'Builds the plugin and the packages into packages/*/dist.').action(async () => {
    await buildPackages()
    console.error(`built ${builtPlugin}`)
  }),
)
