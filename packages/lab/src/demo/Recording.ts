import { blocksOnWire, pinnedVersion, systemText, type WireRequest } from '@active-mode/lab/harness'
import type { Row } from './playStory.js'
import { agents } from './Stage.js'

/** What a request told the model, without what differs from machine to machine. */
export interface Told {
  /** The agent's prompt, `…` for what the harness adds to it, and the block, if there is one; line by line. */
  readonly system: ReadonlyArray<string>
  readonly history: ReadonlyArray<{ readonly role: string; readonly text: string }>
}

/** A director's last request before a compaction, and its first one after it. */
export interface Compaction {
  readonly before: Told
  readonly after: Told
}

/** The same compaction without the plugin and with it, as the stand-in model received it. */
export interface Recording {
  /** The version of the harness. */
  readonly harness: string
  readonly without: Compaction
  readonly withPlugin: Compaction
}

/** Where a run of the demo leaves its recording, and the one that is committed; from the root of the workspace. */
export const recordingFile = { fresh: '.untracked/compaction.json', committed: 'packages/lab/compaction.json' } as const

/** What two stories of the demo, played on 1.x without the plugin and with it, tell of the director's first compaction. */
export const recordingOf = (without: ReadonlyArray<Row>, withPlugin: ReadonlyArray<Row>): Recording => ({
  harness: pinnedVersion(),
  without: compactionOf(without),
  withPlugin: compactionOf(withPlugin),
})

export const renderRecording = (recording: Recording): string => `${JSON.stringify(recording, null, 2)}\n`

const [{ id: director, prompt }] = agents

const compactionOf = (rows: ReadonlyArray<Row>): Compaction => {
  const at = rows.findIndex(({ label }) => label === '(compaction)')
  const before = rows.slice(0, at).findLast(({ label }) => label === director)
  const after = rows.slice(at).find(({ label }) => label === director)
  if (before === undefined || after === undefined)
    throw new Error(`no turn of ${director} on each side of a compaction`)
  return { before: toldBy(before.request), after: toldBy(after.request) }
}

const toldBy = (request: WireRequest): Told => ({
  system: [
    ...(systemText(request).startsWith(`${prompt}\n`) ? [prompt] : []),
    '…',
    ...blocksOnWire(request).flatMap((block) => block.split('\n')),
  ],
  history: request.messages.filter(({ role }) => role !== 'system').map(({ role, text }) => ({ role, text })),
})
