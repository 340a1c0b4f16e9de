import type { MachinePlugin } from './MachinePlugin.js'
import type { Culprit } from './VerifyRun.js'

/**
 * Looks for the neighbour because of which the block does not arrive, by halving the list: `isWellWithout` runs the harness without some
 * plugins, and says whether all is as promised. Of n neighbours it is asked 1 + log2 n times, and once more for the last word.
 */
export const halve = async (
  neighbours: ReadonlyArray<MachinePlugin>,
  isWellWithout: (leftOut: ReadonlyArray<MachinePlugin>) => Promise<boolean>,
): Promise<Culprit> => {
  if (neighbours.length === 0 || !(await isWellWithout(neighbours))) return { _tag: 'no-neighbour' }
  const search = async (suspects: ReadonlyArray<MachinePlugin>, isTried: boolean): Promise<Culprit> => {
    const [only] = suspects
    if (only !== undefined && suspects.length === 1)
      return isTried || (await isWellWithout([only]))
        ? { _tag: 'found', plugin: only }
        : { _tag: 'together', plugins: neighbours }
    const half = suspects.slice(0, Math.ceil(suspects.length / 2))
    return (await isWellWithout(half)) ? search(half, true) : search(suspects.slice(half.length), false)
  }
  return search(neighbours, true)
}
