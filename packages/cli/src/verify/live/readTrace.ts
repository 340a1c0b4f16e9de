import { join } from 'node:path'
import type { DecisionLogEntry } from '@active-mode/core'
import { fieldsOf, parseJson, textOf } from '../../Fields.js'
import { namesIn, readTextOrNull } from '../../live/readOrNull.js'
import { parseLogLine } from '../../logs/parseLogLine.js'
import type { LoadState } from '../../setup/decodeConfig.js'
import type { MachinePlugin } from '../MachinePlugin.js'
import type { FailedLoad, Trace } from '../VerifyRun.js'
import type { MachineCopy } from './copyMachine.js'

/** What the plugin and the harness left behind in a copy whose harness has ended. */
export const readTrace = (
  { stateDir, movedBack }: Pick<MachineCopy, 'stateDir' | 'movedBack'>,
  loaded: ReadonlyArray<LoadState> | null,
  plugins: ReadonlyArray<MachinePlugin>,
): Trace => {
  const folder = join(stateDir, 'active-mode')
  const decisions = decisionsIn(join(folder, 'decisions'))
  const ours = (path: string): boolean =>
    plugins.some(({ isOurs, key, spec }) => isOurs && (key.startsWith(path) || spec.includes(path)))
  return {
    decisions,
    failed: (loaded ?? []).flatMap(({ path, failure }): ReadonlyArray<FailedLoad> => {
      const place = path === null ? null : movedBack(path)
      return failure === null || place === null || failure.startsWith('Duplicate plugin ID')
        ? []
        : [{ path: place, why: movedBack(failure), isOurs: ours(place) }]
    }),
    isLoaded:
      decisions.length > 0
        ? true
        : (loaded?.some(({ id, failure }) => id === 'active-mode' && failure === null) ?? false),
    notices: (readTextOrNull(join(folder, 'notices.jsonl')) ?? '')
      .split('\n')
      .flatMap((line) => textOf(fieldsOf(parseJson(line))['message']) ?? []),
  }
}

const decisionsIn = (folder: string): ReadonlyArray<DecisionLogEntry> =>
  namesIn(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((file) =>
      (readTextOrNull(join(folder, file)) ?? '')
        .split('\n')
        .filter((line) => line !== '')
        .flatMap((line, at) => parseLogLine(line, { file, line: at + 1 })),
    )
    .flatMap((record) => (record._tag === 'decision' ? [record.entry] : []))
    .toSorted((one, other) => one.at.localeCompare(other.at))
