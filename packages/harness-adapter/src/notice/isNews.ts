/** The number is the shape's version. */
const key = Symbol.for('@active-mode/said/1')

/** The most lines that are remembered. Ids come from outside, and may be any number. */
const mostKept = 1000

/** Whether a line was not said in this process yet; from now on it was. On `globalThis`, since the harness runs the plugin's factory again. */
export const isNews = (line: string): boolean => {
  const said = sharedLines()
  if (said.has(line) || said.size >= mostKept) return false
  said.add(line)
  return true
}

/** A fallback for a `globalThis` that somebody froze. */
const ownLines = new Set<string>()

const sharedLines = (): Set<unknown> => {
  const found: unknown = Reflect.get(globalThis, key)
  if (found instanceof Set) return found
  Reflect.defineProperty(globalThis, key, { value: ownLines, configurable: true, writable: true })
  return ownLines
}
