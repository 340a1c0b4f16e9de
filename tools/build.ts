import { buildPackages } from './buildPackages.js'
import { builtPlugin } from './buildPlugin.js'

await buildPackages()
console.error(`built ${builtPlugin}`)
