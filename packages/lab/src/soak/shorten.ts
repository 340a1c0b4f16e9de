/**
 * A shorter story that still fails: drops ever smaller pieces for as long as `fails` says that the rest does, but asks
 * at most `tries` times, since each is a harness of its own.
 */
export const shorten = async <A>(
  story: ReadonlyArray<A>,
  fails: (story: ReadonlyArray<A>) => Promise<boolean>,
  tries: number,
): Promise<ReadonlyArray<A>> => {
  let shortest = story
  let left = tries
  for (let size = Math.ceil(story.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let start = 0; start < shortest.length && left > 0;) {
      const candidate = [...shortest.slice(0, start), ...shortest.slice(start + size)]
      left -= 1
      if (await fails(candidate)) shortest = candidate
      else start += size
    }
  }
  return shortest
}
