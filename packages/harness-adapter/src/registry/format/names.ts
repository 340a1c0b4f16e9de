import * as t from 'io-ts'

/** The file name of a manifest. */
export const manifestFile = 'mode.toml'

/** The file of a registry that is ours: at its root, optional, and unknown to stagers (design 4). */
export const registryFile = 'active-mode.toml'

/** The form of the names of modes (registry format, `mode.toml`). */
export const Slug = t.refinement(t.string, (text) => /^[a-z][a-z0-9-]*$/.test(text), 'a slug')

/** The most characters of an agent id. The harness sets no limit; longer ones are no names any more. */
const mostCharacters = 200

/**
 * An agent id as the harness takes it (design 4): any text of at most 200 characters that is not empty and holds no control
 * character. `team/lead`, `Lead Director` and names in any script are ids.
 */
export const AgentId = t.refinement(
  t.string,
  (text) =>
    text !== '' &&
    text.length <= 2 * mostCharacters &&
    !/\p{Cc}/u.test(text) &&
    Array.from(text).length <= mostCharacters,
  'an agent id: text of 1 to 200 characters, none of them a control character',
)

/** Whether a value is an agent id. */
export const isAgentId = (value: unknown): value is string => AgentId.is(value)

/**
 * The name of a file right inside its bundle (design 4): no separator, no way up, no absolute path. No dot entry either:
 * the digest does not cover those.
 */
export const FileName = t.refinement(
  t.string,
  (text) => text.length <= 255 && /^[^./\\\p{Cc}\p{Cs}][^/\\\p{Cc}\p{Cs}]*$/u.test(text),
  'a plain file name',
)
