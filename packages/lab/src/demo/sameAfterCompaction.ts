import { blocksOnWire } from '@active-mode/lab/harness'
import type { Row } from './playStory.js'

/** Whether an agent's last block before the first compaction and its first one after it are there, and the same bytes. */
export const sameAfterCompaction = (rows: ReadonlyArray<Row>, agent: string): boolean => {
  const compaction = rows.findIndex(({ label }) => label === '(compaction)')
  if (compaction === -1) return false
  const blocks = (part: ReadonlyArray<Row>): ReadonlyArray<string> =>
    part.filter(({ label }) => label === agent).flatMap(({ request }) => blocksOnWire(request))
  const before = blocks(rows.slice(0, compaction)).at(-1)
  return before !== undefined && before === blocks(rows.slice(compaction)).at(0)
}
