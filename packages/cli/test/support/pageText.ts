import { gunzipSync } from 'node:zlib'

/** All text of a page: the file as it is, and what is compressed in it. */
export const pageText = (html: string): string => {
  const [, data = ''] = /<script type="application\/json" id="data">([^<]*)<\/script>/.exec(html) ?? []
  const [, ...pieces] = data.trim().split('\n')
  return [html, ...pieces.map((piece) => gunzipSync(Buffer.from(piece.trim(), 'base64')).toString('utf8'))].join('\n')
}
