/** Whether a value is a slug, the form of the names of modes (registry format, `mode.toml`). */
export const isSlug = (value: unknown): value is string => typeof value === 'string' && /^[a-z][a-z0-9-]*$/.test(value)
