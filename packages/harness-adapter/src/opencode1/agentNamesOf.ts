import { fieldsOf } from '../environment/answer.js'

/** The names of all agents that the harness lists. */
export const agentNamesOf = (data: unknown): ReadonlyArray<string> =>
  Array.isArray(data) ? data.map(fieldsOf).flatMap(({ name }) => (typeof name === 'string' ? [name] : [])) : []
