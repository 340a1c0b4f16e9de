import type { ReadBody } from '../../opencode2/setup.js'

/** The most of a body that is read, in bytes: more than any prompt of a model takes. */
const mostBytes = 16 * 1024 * 1024

/** How long reading may take, in milliseconds. A body that comes later is one that streams, and is not looked at. */
const patience = 5_000

/**
 * Reads a copy of the body, so that the request itself stays whole. A body that is no text, is too large, comes too slowly or was used
 * already is none.
 */
export const readBody: ReadBody = async (request) => {
  if (!(request instanceof Request) || request.body === null || request.bodyUsed) return null
  try {
    return await textOf(request.clone())
  } catch {
    return null
  }
}

const textOf = async ({ body }: Request): Promise<string | null> => {
  if (body === null) return null
  const reader = body.getReader()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    void reader.cancel().catch(() => undefined)
  }, patience)
  let bytes = 0
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return isLate ? null : text + decoder.decode()
      bytes += value.byteLength
      if (bytes > mostBytes) return null
      text += decoder.decode(value, { stream: true })
    }
  } finally {
    clearTimeout(timer)
    await reader.cancel().catch(() => undefined)
  }
}
