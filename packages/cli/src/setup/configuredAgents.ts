import { type Fields, fieldsOf } from '../store/storeTurns.js'

/** Agents that the harness brings along; a config may take them away. The last three it speaks as for itself. */
const builtIn = ['build', 'plan', 'general', 'explore', 'compaction', 'title', 'summary']

/** The ids of the agents that a harness with these agent settings has: an agent may be disabled, and a `name` takes the place of its key. */
export const configuredAgents = (agents: Fields): ReadonlyArray<string> => [
  ...builtIn.filter((id) => fieldsOf(agents[id])['disable'] !== true && fieldsOf(agents[id])['name'] === undefined),
  ...Object.entries(agents).flatMap(([key, agent]) => {
    const { disable, name } = fieldsOf(agent)
    const id = typeof name === 'string' ? name : key
    return disable === true || builtIn.includes(id) ? [] : [id]
  }),
]
