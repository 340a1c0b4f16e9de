/** Runs a task on every item, at most `width` at a time, and answers in the order of the items. */
export const inParallel = async <A, B>(
  items: ReadonlyArray<A>,
  width: number,
  task: (item: A) => Promise<B>,
): Promise<ReadonlyArray<B>> => {
  const answers: B[] = []
  const queue = items.entries()
  const worker = async () => {
    for (const [place, item] of queue) answers[place] = await task(item)
  }
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker))
  return answers
}
