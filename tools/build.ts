import { builtPlugin, buildPlugin } from './buildPlugin.js'

await buildPlugin()
console.error(`built ${builtPlugin}`)
