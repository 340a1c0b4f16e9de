/*
 * What other tools of this project take from the adapter: the reader of the registry and the renderer of the block, so
 * that they read and print what the plugin does. The plugin's own entry exports the plugin and nothing else.
 */
export type { RegistrySource } from './port/RegistrySource.js'
export { createRegistrySource } from './live/registry/createRegistrySource.js'
export { readRegistryOnce } from './live/registry/readRegistryOnce.js'
export { resolveRoot, type Root } from './live/registry/resolveRoot.js'
export { nearMisses } from './registry/nearMisses.js'
export { renderBlock } from './render/renderBlock.js'
export { sessionFile } from './log/sessionFile.js'
export { decodeOptions } from './options/decodeOptions.js'
export { decisionFolder } from './live/decisionLog/decisionFolder.js'
export { createDecisionLog } from './live/decisionLog/createDecisionLog.js'
export { pluginVersion } from './version.js'
