import { blocksOnWire, isTurnOnWire, received, type WireRequest } from '@active-mode/lab/harness'
import type { Stage } from './Stage.js'
import type { Step } from './steps.js'

/** One request of the demo: what was promised, and what the model received. */
export interface Row {
  readonly step: string
  readonly request: WireRequest
  /** The agent that it was for; what the harness asked for itself is named after that. */
  readonly label: string
  readonly promised: string
  readonly received: string
}

/** Plays the steps on a harness. A request that has to come and does not is an error. */
export const playStory = async (
  stage: Stage,
  steps: ReadonlyArray<Step>,
  say: (line: string) => void,
): Promise<ReadonlyArray<Row>> => {
  const rows: Row[] = []
  for (const step of steps) {
    say(step.name)
    const before = stage.model.requests().length
    await step.act(stage)
    const isNew = ({ index }: WireRequest): boolean => index >= before
    for (const agent of step.agents)
      await stage.model.waitFor((request) => isNew(request) && isTurnOnWire(request) && request.agent === agent)
    if (step.asks !== undefined)
      await stage.model.waitFor((request) => isNew(request) && !isTurnOnWire(request) && purpose(request) === step.asks)
    rows.push(
      ...stage.model
        .requests()
        .slice(before)
        .map((request) => ({
          step: step.name,
          request,
          label: isTurnOnWire(request) ? (request.agent ?? '?') : `(${purpose(request)})`,
          promised: (isTurnOnWire(request) ? step.promises[request.agent ?? ''] : undefined) ?? 'nothing',
          received: received(request),
        })),
    )
  }
  return rows
}

/** What the harness asked for itself. On 1.x the agent of such a request is named after that, on 2.x it has a kind. */
const purpose = ({ kind, agent }: WireRequest): string => kind ?? agent ?? '?'

/** Whether an agent's last block before the first compaction and its first one after it are there, and the same bytes. */
export const sameAfterCompaction = (rows: ReadonlyArray<Row>, agent: string): boolean => {
  const compaction = rows.findIndex(({ label }) => label === '(compaction)')
  if (compaction === -1) return false
  const blocks = (part: ReadonlyArray<Row>): ReadonlyArray<string> =>
    part.filter(({ label }) => label === agent).flatMap(({ request }) => blocksOnWire(request))
  const before = blocks(rows.slice(0, compaction)).at(-1)
  return before !== undefined && before === blocks(rows.slice(compaction)).at(0)
}
