/*
 * What the other tools of this project use, so that they read, print and judge as the plugin does. The plugin's own entry exports the
 * plugin and nothing else.
 */
export { conventionalPath, renderBlock } from './block/renderBlock.js'
export { setVariable } from './environment/folders.js'
export { pluginVersion } from './environment/version.js'
export { decisionFolder } from './log/live/decisionFolder.js'
export { decodeOptions } from './options/decodeOptions.js'
export { isAgentId } from './registry/format/agentId.js'
export { decodeText } from './registry/format/decodeText.js'
export { cardProblems } from './registry/format/problems/cardProblems.js'
export type { FormatProblem } from './registry/format/problems/FormatProblem.js'
export { manifestProblems } from './registry/format/problems/manifestProblems.js'
export { packProblems } from './registry/format/problems/packProblems.js'
export { readToml } from './registry/format/readToml.js'
export { fieldOf } from './registry/format/TomlTable.js'
export { createRegistrySource } from './registry/live/createRegistrySource.js'
export { readRegistryOnce } from './registry/live/readRegistryOnce.js'
export type { PassedRoot, ResolvedRoot } from './registry/live/resolveRoot.js'
export { resolveRoot } from './registry/live/resolveRoot.js'
export { nearMisses } from './registry/nearMisses.js'
export type { RegistrySource } from './registry/RegistrySource.js'
export { confirms } from './request/confirms.js'
