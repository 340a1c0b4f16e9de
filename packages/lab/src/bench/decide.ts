import { type AgentRecord, decidePosture, type RegistryBundle, type SwitchStream } from '@active-mode/core'
import type { Figure } from './Figure.js'
import { measurePair, median } from './measure.js'
import { known, mode, registry, unknown, unread } from './samples.js'

const record = (n: number): AgentRecord => ({
  kind: n % 2 === 0 ? 'user' : 'assistant',
  agent: 'ship',
  key: { _tag: 'message-id', value: `msg_${(0xfffffff00000 + n).toString(16)}AbCdEfGhIjKlMn` },
  answers: null,
})

const stream = (length: number): SwitchStream => ({
  _tag: 'records',
  store: 'ses_a',
  records: Array.from({ length }, (_, n) => record(n)),
})

/** A bare loop over the modes: what a decision costs at the very least. */
const lookUp = (bundle: RegistryBundle, agent: string) => (): number => {
  let found = 0
  if (bundle._tag === 'staged')
    for (const { agent: claimed, aliases } of bundle.modes) if (claimed === agent || aliases.includes(agent)) found += 1
  return found
}

const scan = (records: SwitchStream) => (): number => {
  let length = 0
  if (records._tag === 'records')
    for (const { key, agent } of records.records) length += String(key.value).length + agent.length
  return length
}

/** What a decision costs, each beside a bare loop over the same data. */
export const decideFigures = (): ReadonlyArray<Figure> => {
  const two = registry([mode('ship', true), mode('explore', false)])
  const hundred = registry(Array.from({ length: 100 }, (_, n) => mode(`mode-${n}`, true)))
  const outcomes = ['ship', 'explore', 'plan'].map((agent) =>
    measurePair(() => decidePosture(known(agent), two, unread), lookUp(two, agent), 20_000),
  )
  const large = measurePair(() => decidePosture(known('mode-99'), hundred, unread), lookUp(hundred, 'mode-99'), 2_000)
  const streams = [10, 1_000, 100_000].map((length) => {
    const records = stream(length)
    return {
      length,
      ...measurePair(() => decidePosture(unknown, two, records), scan(records), Math.max(1, 20_000 / length), 15),
    }
  })
  const [, thousand, most] = streams
  // Both read the same records, so what the machine's caches make of a hundred times more falls out of the ratio.
  const growth = (most?.ratio ?? 0) / (thousand?.ratio ?? 1)
  const logarithms = Math.log(100_000) / Math.log(1_000)
  return [
    { name: 'decide, two modes: director', value: outcomes[0]?.ns ?? 0, unit: 'ns' },
    { name: 'decide, two modes: degraded', value: outcomes[1]?.ns ?? 0, unit: 'ns' },
    { name: 'decide, two modes: copilot', value: outcomes[2]?.ns ?? 0, unit: 'ns' },
    {
      name: 'decide, two modes: median of the outcomes',
      value: median(outcomes.map(({ ns }) => ns)),
      unit: 'ns',
      target: { atMost: 300 },
    },
    { name: 'decide, two modes, against a bare loop', value: median(outcomes.map(({ ratio }) => ratio)), unit: '×' },
    { name: 'decide, 100 modes', value: large.ns / 1000, unit: 'µs' },
    { name: 'decide, 100 modes, against a bare loop', value: large.ratio, unit: '×' },
    ...streams.flatMap(({ length, ns, ratio }): ReadonlyArray<Figure> => [
      { name: `decide, stream of ${length} records`, value: ns / 1000, unit: 'µs' },
      { name: `decide, stream of ${length} records, against a bare loop`, value: ratio, unit: '×' },
    ]),
    {
      name: 'decide, growth from 1,000 to 100,000 records over that of the bare loop (n log n: 1.67)',
      value: growth,
      unit: '×',
      target: { atMost: logarithms },
    },
  ]
}
