/**
 * Whether the JSON text of a request's body holds the block. It is looked for as JSON spells it; only where it is not found so is the
 * text parsed, since JSON has several spellings of one string.
 */
export const bodyCarries = (body: string, block: string): boolean =>
  body.includes(JSON.stringify(block).slice(1, -1)) || holds(parsed(body), block)

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

const holds = (value: unknown, block: string): boolean => {
  const open: unknown[] = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next === 'string' && next.includes(block)) return true
    if (typeof next === 'object' && next !== null) for (const each of Object.values(next)) open.push(each)
  }
  return false
}
