import { blocksOnWire, headingsOnWire, type WireRequest } from '@active-mode/lab/harness'

/**
 * The blocks that the model received with a request, and any heading that begins none. A sample that somebody put beside them has
 * to be there to the byte, and is none of them.
 */
export const blocksReceived = (request: WireRequest, sample: string | null): ReadonlyArray<string> =>
  sample === null ? blocksIn(request) : blocksBeside(sample, request)

/** What there is beside the sample. */
const blocksBeside = (sample: string, request: WireRequest): ReadonlyArray<string> => {
  const place = request.system.findIndex((entry) => entry.includes(sample))
  return place < 0
    ? [...blocksIn(request), '(the sample is not what it was)']
    : blocksIn({
        ...request,
        system: request.system.map((entry, index) => (index === place ? entry.replace(sample, () => '') : entry)),
      })
}

const blocksIn = (request: WireRequest): ReadonlyArray<string> => {
  const blocks = blocksOnWire(request)
  const headings = headingsOnWire(request)
  return headings === blocks.length
    ? blocks
    : [...blocks, ...Array.from({ length: headings - blocks.length }, () => '(a heading without a block)')]
}
