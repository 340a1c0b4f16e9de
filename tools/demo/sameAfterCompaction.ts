import { blocksOnWire, type WireRequest } from '@active-mode/fixtures/harness'

/** Whether an agent's last block before the first compaction and its first one after it are there, and the same bytes. */
export const sameAfterCompaction = (requests: ReadonlyArray<WireRequest>, agent: string): boolean => {
  const compaction = requests.findIndex((request) => request.agent === 'compaction')
  if (compaction === -1) return false
  const blocks = (part: ReadonlyArray<WireRequest>): ReadonlyArray<string> => part.filter((request) => request.agent === agent).flatMap(blocksOnWire)
  const before = blocks(requests.slice(0, compaction)).at(-1)
  return before !== undefined && before === blocks(requests.slice(compaction)).at(0)
}
