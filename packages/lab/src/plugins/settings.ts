declare const pluginSettings: unknown

/** What `bundlePlugin` put before a plugin's code. */
export const settingsOf = <S>(): S => pluginSettings as S
