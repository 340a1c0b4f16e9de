import * as E from 'fp-ts/lib/Either.js'

/** The address that log records are sent to: that of a collector with the path of the protocol for logs. Left: why it is none. */
export const parseEndpoint = (text: string): E.Either<string, string> => {
  const url = parseUrl(text)
  if (url === null || !/^https?:$/.test(url.protocol))
    return E.left('is not an address; give one such as http://localhost:4318')
  if (url.search !== '' || url.hash !== '') return E.left('has a query or a fragment; give the address without it')
  if (!/\/v1\/logs\/?$/.test(url.pathname)) url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/logs`
  return E.right(url.href)
}

const parseUrl = (text: string): URL | null => {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
