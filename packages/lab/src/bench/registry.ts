import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createRegistrySource } from '@active-mode/harness-adapter/library'
import { type Blocked, blockedBy, blockedFigures } from './blocked.js'
import type { Figure } from './Figure.js'
import { measurePairAsync, median } from './measure.js'
import { reloadEverything } from './reloadEverything.js'
import { withEdits } from './withEdits.js'

/** Every path that decides whether the registry changed. */
const pathsBelow = (folder: string): ReadonlyArray<string> => [
  folder,
  ...readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? pathsBelow(join(folder, entry.name)) : [join(folder, entry.name)],
  ),
]

const statAll = (paths: ReadonlyArray<string>) => (): number => {
  let sum = 0
  for (const path of paths) sum += statSync(path).size
  return sum
}

/** What a registry of so many bundles costs a request, against reading it anew each time and against the bare `stat` calls. */
export const registryFigures = async (
  bundles: number,
  root: string,
  runtime: string,
): Promise<ReadonlyArray<Figure>> => {
  const source = createRegistrySource({ option: root, env: {} })
  const cold = performance.now()
  await source.snapshot()
  const coldMs = performance.now() - cold
  await source.snapshot()
  const paths = pathsBelow(root)
  const rounds = bundles >= 100 ? 9 : 31
  const againstReload = await measurePairAsync(source.snapshot, () => reloadEverything(root), reloads(bundles), rounds)
  const againstStat = await measurePairAsync(
    source.snapshot,
    statAll(paths),
    Math.max(10, Math.floor(1000 / bundles)),
    rounds,
  )
  const name = `registry, ${bundles} bundles, ${runtime}`
  return [
    { name: `${name}: warm`, value: againstStat.ns / 1000, unit: 'µs' },
    {
      name: `${name}: reload-everything against warm`,
      value: 1 / againstReload.ratio,
      unit: '×',
      ...reloadTarget(bundles),
    },
    {
      name: `${name}: warm against its ${paths.length} bare stat calls`,
      value: againstStat.ratio,
      unit: '×',
      ...(bundles === 2 ? { target: { atMost: 1.3 } } : {}),
    },
    { name: `${name}: cold`, value: coldMs, unit: 'ms' },
    { name: `${name}: one changed file`, value: await oneEdit(root, source.snapshot), unit: 'ms' },
    ...(bundles === largest ? await blockedWhileLiving(name, root, source.snapshot) : []),
  ]
}

/** The size at which no request may hold the event loop long. */
export const largest = 1000

/** How long a registry that was read before holds the event loop: while it stands, and after each edit of one file. */
const blockedWhileLiving = async (
  name: string,
  root: string,
  snapshot: () => Promise<unknown>,
): Promise<ReadonlyArray<Figure>> => {
  const edited: Blocked[] = []
  await withEdits(root, 15, async () => edited.push(await blockedBy(snapshot)))
  await snapshot()
  const warm: Blocked[] = []
  for (let round = 0; round < 15; round += 1) warm.push(await blockedBy(snapshot))
  return [
    ...blockedFigures(`${name}: longest blocked event loop, warm`, warm),
    ...blockedFigures(`${name}: longest blocked event loop, one changed file`, edited),
  ]
}

/** Calls in a row: so many that a side pays for its own garbage, and not for that of the other, which makes a thousand times more. */
const reloads = (bundles: number): number => (bundles >= 1000 ? 4 : 40)

const reloadTarget = (bundles: number): Pick<Figure, 'target'> =>
  bundles === 2 ? { target: { atLeast: 10 } } : bundles === 100 ? { target: { atLeast: 20 } } : {}

/** The median time until an edit of one file is in the snapshot, in milliseconds. The file is left as it was. */
const oneEdit = async (root: string, snapshot: () => Promise<unknown>): Promise<number> => {
  const times: number[] = []
  await withEdits(root, 9, async () => {
    const start = performance.now()
    await snapshot()
    times.push(performance.now() - start)
  })
  return median(times)
}
