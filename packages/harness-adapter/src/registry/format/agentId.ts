/** The most characters of an agent id. The harness sets no limit; longer ones are no names any more. */
const mostCharacters = 200

/**
 * Whether a value is an agent id as the harness takes it (design 4): any text of at most 200 characters that is not empty
 * and holds no control character. `team/lead`, `Lead Director` and names in any script are ids.
 */
export const isAgentId = (value: unknown): value is string =>
  typeof value === 'string' &&
  value !== '' &&
  value.length <= 2 * mostCharacters &&
  !/\p{Cc}/u.test(value) &&
  Array.from(value).length <= mostCharacters
