import type { PageHead, PageSession } from '../src/page/PageData.js'

/** What a page holds. */
export interface PageData {
  readonly head: PageHead
  readonly sessions: ReadonlyArray<PageSession>
}

/** Reads the data of the page: the head is JSON, each further line a compressed list of sessions in base64. */
export const loadPage = async (text: string): Promise<PageData> => {
  const [head = '', ...pieces] = text.trim().split('\n')
  const sessions = await Promise.all(pieces.map(unpack))
  return { head: JSON.parse(head) as PageHead, sessions: sessions.flat() }
}

const unpack = (piece: string): Promise<ReadonlyArray<PageSession>> => {
  const bytes = Uint8Array.from(atob(piece), (char) => char.charCodeAt(0))
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).json() as Promise<
    ReadonlyArray<PageSession>
  >
}
