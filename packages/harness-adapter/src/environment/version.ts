/** The version of this plugin, as its package has it. */
export const pluginVersion = '0.0.0'
