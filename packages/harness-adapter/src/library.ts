/*
 * What other tools of this project take from the adapter, so that they read, print and judge as the plugin does. The plugin's own entry exports the plugin and nothing else.
 */
export type { RegistrySource } from './port/RegistrySource.js'
export { createRegistrySource } from './live/registry/createRegistrySource.js'
export { readRegistryOnce } from './live/registry/readRegistryOnce.js'
export { resolveRoot } from './live/registry/resolveRoot.js'
export type { PassedRoot, ResolvedRoot } from './live/registry/resolveRoot.js'
export { conventionalPath } from './render/ledgerPath.js'
export { nearMisses } from './registry/nearMisses.js'
export { renderBlock } from './render/renderBlock.js'
export { confirms } from './log/confirms.js'
export { decodeOptions } from './options/decodeOptions.js'
export { setVariable } from './live/setVariable.js'
export { decisionFolder } from './live/decisionLog/decisionFolder.js'
export { pluginVersion } from './version.js'
