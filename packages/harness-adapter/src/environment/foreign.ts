/* Values from outside of the plugin. Nothing of them is believed before it is looked at. */

/** The fields of an object; none of any other value. */
export const fieldsOf = (u: unknown): Readonly<Record<string, unknown>> =>
  typeof u === 'object' && u !== null ? (u as Readonly<Record<string, unknown>>) : {}

/** Whether a value is a text that is not empty. */
export const isText = (u: unknown): u is string => typeof u === 'string' && u !== ''

/** The name of something that was thrown. Its message may hold a path or a secret, so it stays out. */
export const errorName = (error: unknown): string => (error instanceof Error ? error.name : 'unknown error')
