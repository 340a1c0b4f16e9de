import { nearMisses } from '@active-mode/harness-adapter/library'
import { boundAgents } from './planTalk.js'
import { note, problem, type VerifyFinding, type VerifyRun } from './VerifyRun.js'

/** Whether the registry binds agents that the harness has: without them there is no director to verify. */
export const judgeRegistry = ({ registry: { path, bundle }, agents }: VerifyRun): ReadonlyArray<VerifyFinding> => {
  switch (bundle._tag) {
    case 'absent':
      return [
        problem(
          'registry-missing',
          'there is no registry, so every agent is a copilot and no request gets a block',
          path,
          'Write a bundle there, or name another folder with --registry DIR.',
        ),
      ]
    case 'unreadable':
      return [
        problem(
          'registry-unreadable',
          `the registry cannot be read (${bundle.detail}), so every session is told "unresolvable"`,
          path,
          'Run: active-mode doctor',
        ),
      ]
    case 'staged': {
      const bound = boundAgents(bundle)
      if (bound.length === 0)
        return [
          problem(
            'registry-empty',
            'the registry binds no agent, so no request gets a block',
            path,
            'Write a bundle there, or name another folder with --registry DIR.',
          ),
        ]
      const known = agents.map(({ id }) => id)
      const modes = bundle.modes.map(({ mode, agent, aliases }) => ({ mode, names: [agent, ...aliases] }))
      const hasDirector = bound.some((id) => known.includes(id))
      return [
        ...(bundle.broken.length === 0
          ? []
          : [
              problem(
                'bundle-broken',
                `${bundle.broken.map(({ directory }) => directory).join(', ')} cannot be used (${bundle.broken.map(({ why }) => why).join(', ')})`,
                path,
                'Run: active-mode doctor',
              ),
            ]),
        ...modes
          .filter(({ names }) => !names.some((id) => known.includes(id)))
          .map(({ mode, names }) => unknownAgent(path, mode, names, known, bound, hasDirector)),
      ]
    }
  }
}

const unknownAgent = (
  path: string,
  mode: string,
  names: ReadonlyArray<string>,
  known: ReadonlyArray<string>,
  bound: ReadonlyArray<string>,
  hasDirector: boolean,
): VerifyFinding => {
  const [name = ''] = names
  const near = nearest(
    names,
    known.filter((id) => !bound.includes(id)),
    known,
  )
  const file = `${path}/${mode}/mode.toml`
  if (near !== null)
    return problem(
      'agent-unknown',
      `the registry binds ${JSON.stringify(near.claimed)}, the harness has no such agent; did you mean ${JSON.stringify(near.agent)}?`,
      file,
      `Write agent = ${JSON.stringify(near.agent)} in ${file}, or call the harness's agent ${JSON.stringify(near.claimed)}.`,
    )
  return (hasDirector ? note : problem)(
    'agent-unknown',
    `the registry binds ${JSON.stringify(name)}, the harness has no such agent, so mode ${mode} was not verified`,
    file,
    `Add the agent to the harness's config, or write the id of one of its agents into ${file}; it has: ${known.join(', ')}.`,
  )
}

/** The free agent of the harness that a claimed id nearly is. It is only asked about, so one letter too many is near enough in short ids too. */
const nearest = (
  names: ReadonlyArray<string>,
  free: ReadonlyArray<string>,
  known: ReadonlyArray<string>,
): { readonly claimed: string; readonly agent: string } | null => {
  for (const agent of free) {
    const claimed =
      nearMisses(agent, names, known)[0] ?? names.find((id) => hasOneMore(id, agent) || hasOneMore(agent, id))
    if (claimed !== undefined) return { claimed, agent }
  }
  return null
}

/** In a shorter id one letter makes another word. */
const fewestLetters = 4

const hasOneMore = (long: string, short: string): boolean =>
  short.length >= fewestLetters &&
  long.length === short.length + 1 &&
  Array.from(long).some((_, at) => long.slice(0, at) + long.slice(at + 1) === short)
