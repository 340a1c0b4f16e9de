import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { expect, vi } from 'vitest'
import { type DecisionLogEntry, decodeDecisionLogLine } from '@active-mode/core'
import { registryFiles } from '@active-mode/fixtures/registry'
import type { WireRequest } from '@active-mode/lab/harness'
import { type Boot2Options, bootHarness2, type Harness2, type Plugin2Spec } from '@active-mode/lab/harness2'
import { pluginFolder } from '../../../../../../tools/build/buildPlugin.js'
import { agents as firstAgents, patient } from '../../support/bootDirector.js'
import { blockOf, blocksOf } from '../../support/wire.js'

/** The agents of the tests, as the second generation writes them down. */
export const agents2: NonNullable<Boot2Options['agents']> = firstAgents.map(({ id, mode, prompt }) => ({
  id,
  system: prompt ?? '',
  ...(mode === undefined ? {} : { mode }),
  description: id,
}))

/** How the tests boot: what `bootHarness2` takes, and what becomes of the plugin under test. */
export interface Director2Options extends Boot2Options {
  /** The options of the plugin under test; patient ones where they are left out. */
  readonly options?: Readonly<Record<string, unknown>>
  /** Stands in the place of the plugin under test; `null`: it is not in the config. */
  readonly plugin?: Plugin2Spec | null
  /** Plugins that are loaded before and after it. */
  readonly earlier?: ReadonlyArray<Plugin2Spec>
  readonly later?: ReadonlyArray<Plugin2Spec>
}

/** What a second-generation harness with the built plugin is booted with: the plugin's folder, as a user names it, and a registry of three modes. */
const director2Options = ({
  earlier = [],
  options = patient,
  plugin = [pluginFolder, options],
  later = [],
  ...rest
}: Director2Options = {}): Boot2Options => ({
  agents: agents2,
  registry: registryFiles('three-modes'),
  // Otherwise it waits some two seconds before it tries again.
  retryDelayMs: 200,
  ...rest,
  plugins: [...earlier, ...(plugin === null ? [] : [plugin]), ...later],
})

/** The real harness of the second generation with the built plugin. */
export const bootDirector2 = (options: Director2Options = {}): Promise<Harness2> =>
  bootHarness2(director2Options(options))

/** Opens a session of an agent; one with a title, unless it is what the test looks at. */
export const open2 = async ({ client }: Harness2, agent?: string, title: string | null = 'given'): Promise<string> =>
  (await client.createSession({ ...(agent === undefined ? {} : { agent }), ...(title === null ? {} : { title }) })).id

/** What the model was asked in a session, in order. */
export const requests2 = ({ model }: Harness2, session: string): ReadonlyArray<WireRequest> =>
  model.requests().filter((request) => request.session === session)

/** Those of one kind. */
export const ofKind = (harness: Harness2, session: string, kind: string): ReadonlyArray<WireRequest> =>
  requests2(harness, session).filter((request) => request.kind === kind)

/** The requests of a session's turns. */
export const turns2 = (harness: Harness2, session: string): ReadonlyArray<WireRequest> =>
  ofKind(harness, session, 'primary')

/** Runs one turn and gives the first request that the model received for it. */
export const turn2 = async (harness: Harness2, session: string, text = 'go on'): Promise<WireRequest> => {
  const before = turns2(harness, session).length
  await harness.client.turn(session, text)
  const request = turns2(harness, session)[before]
  if (request === undefined) throw new Error('no request reached the model for a turn')
  return request
}

/** What one turn of a fresh session of an agent was told. */
export const fresh2 = async (harness: Harness2, agent: string): Promise<WireRequest> =>
  turn2(harness, await open2(harness, agent))

const stateFolder = ({ stage }: Harness2): string => join(stage.stateDir, 'active-mode')

const linesIn = (file: string): ReadonlyArray<string> =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []

/** The lines of a session in the decision log, once there are so many. */
export const entries2 = (
  harness: Harness2,
  session: string,
  count: number,
  folder = join(stateFolder(harness), 'decisions'),
): Promise<ReadonlyArray<DecisionLogEntry>> =>
  vi.waitFor(
    () => {
      const entries = linesIn(join(folder, `${session}.jsonl`)).map((line) => {
        const decoded = decodeDecisionLogLine(JSON.parse(line))
        if (E.isLeft(decoded) || 'dropped' in decoded.right) throw new Error(`no decision: ${line}`)
        return decoded.right
      })
      expect(entries).toHaveLength(count)
      return entries
    },
    { timeout: 15_000 },
  )

/** What was noticed, `level message`, of a session where one is named. */
export const notices2 = (harness: Harness2, session?: string): ReadonlyArray<string> =>
  linesIn(join(stateFolder(harness), 'notices.jsonl')).flatMap((line) => {
    const { level, message } = JSON.parse(line) as { readonly level: string; readonly message: string }
    if (session === undefined) return [`${level} ${message}`]
    const start = `session \`${session}\`: `
    return message.startsWith(start) ? [`${level} ${message.slice(start.length)}`] : []
  })

/** Waits for a notice that says so. */
export const noticed = (harness: Harness2, session: string, saying: string): Promise<void> =>
  vi.waitFor(
    () => expect(notices2(harness, session)).toEqual(expect.arrayContaining([expect.stringContaining(saying)])),
    { timeout: 15_000, interval: 25 },
  )

/** Whom each turn of a session was for, and which mode its block names: `ship: ship`, `plan: nothing`. */
export const story2 = (harness: Harness2, session: string): ReadonlyArray<string> =>
  turns2(harness, session).map((request) => `${String(request.agent)}: ${modeOf(request)}`)

/** The mode that a request's one block names; `nothing`, or `unresolvable`. */
export const modeOf = (request: WireRequest): string => {
  if (blocksOf(request).length === 0) return 'nothing'
  const [, mode] = /^posture: .* — mode `(\S+)`/m.exec(blockOf(request)) ?? []
  return (
    mode ??
    (blockOf(request).includes('\nposture: unresolvable — re-bind from the ledger\n') ? 'unresolvable' : 'an odd block')
  )
}
