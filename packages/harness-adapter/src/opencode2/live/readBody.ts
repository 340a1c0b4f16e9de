import type { ReadBody } from '../hooks.js'

/** The most of a body that is read, in bytes: more than any prompt of a model takes. */
const mostBytes = 16 * 1024 * 1024

/** How long reading may take, in milliseconds. A body that comes later is one that streams, and is not looked at. */
const patience = 1_000

/**
 * Reads a copy of the body, so that the request itself stays whole. A body that is no text, is too large, comes too slowly or was used
 * already is none.
 */
export const readBody: ReadBody = async (request) => {
  try {
    if (!(request instanceof Request) || request.bodyUsed) return null
    // The original's own `body` is left alone: asking for it turns a whole body into a stream, which goes out otherwise.
    const { body } = request.clone()
    return body === null ? null : await textOf(body)
  } catch {
    return null
  }
}

const textOf = async (body: ReadableStream<Uint8Array>): Promise<string | null> => {
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
    void reader.cancel().catch(() => undefined)
  }
}
