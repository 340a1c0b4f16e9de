import { join } from 'node:path'
import type { DecisionLogEntry } from '@active-mode/core'
import { namesIn, readTextOrNull } from '../../live/readOrNull.js'
import { parseLogLine } from '../../logs/parseLogLine.js'
import type { LoadState } from '../../setup/decodeConfig.js'
import type { MachinePlugin } from '../MachinePlugin.js'
import type { FailedLoad, Trace } from '../VerifyRun.js'
import type { MachineCopy } from './copyMachine.js'

/** What is known of a run beside the files that it left. */
export interface RunTraces {
  /** What came of each plugin, as 2.x says it; `null` on 1.x. */
  readonly loaded: ReadonlyArray<LoadState> | null
  /** What the harness printed. */
  readonly logs: string
  readonly plugins: ReadonlyArray<MachinePlugin>
  /** Whether the plugin, where it runs, must have left a decision on 1.x. */
  readonly mustDecide: boolean
}

/** What the plugin and the harness left behind in a copy whose harness has ended. */
export const readTrace = (
  { stateDir, movedBack }: Pick<MachineCopy, 'stateDir' | 'movedBack'>,
  { loaded, logs, plugins, mustDecide }: RunTraces,
): Trace => {
  const folder = join(stateDir, 'active-mode')
  const decisions = decisionsIn(join(folder, 'decisions'))
  const ours = (path: string): boolean =>
    plugins.some(({ isOurs, key }) => isOurs && (key === path || key.startsWith(`${path}/`)))
  return {
    decisions,
    failed: (loaded ?? []).flatMap(({ path, failure }): ReadonlyArray<FailedLoad> => {
      const place = path === null ? null : movedBack(path)
      return failure === null || place === null || failure.startsWith('Duplicate plugin ID')
        ? []
        : [{ path: place, why: causeIn(logs, place) ?? movedBack(failure), isOurs: ours(place) }]
    }),
    isLoaded:
      decisions.length > 0
        ? true
        : loaded === null
          ? mustDecide
            ? false
            : null
          : loaded.some(({ id, failure }) => id === 'active-mode' && failure === null),
  }
}

/** 2.x says the cause of a failure only in its log. */
const causeIn = (logs: string, path: string): string | null => {
  const line = logs
    .split('\n')
    .find((each) => each.includes('failed to load plugin') && each.includes(`target=${path} `))
  return /cause="Cause\(\[\w+\((.*?)\)\]\)"/.exec(line ?? '')?.[1] ?? null
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
