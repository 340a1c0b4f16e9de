/** The request headers by which the oracle plugin tells the stand-in model whom a request is for; values are percent-encoded. */
export const oracleHeaders = {
  session: 'x-oracle-session',
  agent: 'x-oracle-agent',
  message: 'x-oracle-message',
  kind: 'x-oracle-kind',
} as const

/** The field of the request's body that says the same where a harness has no hook for headers. */
export const oracleField = 'oracle'

/** Puts a value into a header, if it is a text. Half a surrogate pair, which no header takes, becomes U+FFFD. */
export const putHeader = (headers: { [name: string]: string }, name: string, value: unknown): void => {
  if (typeof value === 'string') headers[name] = encodeURIComponent(Buffer.from(value).toString())
}
