/** What an HTTP call came to; no status is an error here. `body` is parsed JSON, or the text where it is none. */
export interface RawResponse {
  readonly status: number
  readonly body: unknown
}

export interface RawOptions {
  readonly timeoutMs?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** Asks a harness over HTTP. A call that is not answered throws an Error that says which one and why. */
export interface HttpClient<O extends RawOptions> {
  readonly raw: (method: string, path: string, body?: unknown, options?: O) => Promise<RawResponse>
  /** The body of an answer that is well; any other is an Error that quotes it. */
  readonly call: <A>(method: string, path: string, body?: unknown, options?: O) => Promise<A>
}

export interface HttpSettings<O extends RawOptions> {
  /** Asked on each call, since a restarted harness has another address. */
  readonly address: (path: string, options: Partial<O>) => URL
  readonly password: string | null
  /** Milliseconds to wait where a call does not say. */
  readonly timeoutMs: number
  /** Sent with each call. */
  readonly headers?: Readonly<Record<string, string>>
}

const bodyOf = (text: string): unknown => {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** A page of the harness's web app, which answers a route that it does not know. */
const isPage = (body: unknown): boolean => typeof body === 'string' && body.startsWith('<')

const reasonOf = (error: unknown): string =>
  error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : String(error)

export const httpClient = <O extends RawOptions>(settings: HttpSettings<O>): HttpClient<O> => {
  const authorization: Readonly<Record<string, string>> =
    settings.password === null
      ? {}
      : { authorization: `Basic ${Buffer.from(`opencode:${settings.password}`).toString('base64')}` }

  const once = async (method: string, path: string, body: unknown, options: Partial<O>): Promise<RawResponse> => {
    const response = await fetch(settings.address(path, options), {
      method,
      headers: {
        ...authorization,
        ...settings.headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(options.timeoutMs ?? settings.timeoutMs),
    })
    return { status: response.status, body: bodyOf(await response.text()) }
  }

  const raw: HttpClient<O>['raw'] = async (method, path, body, options) => {
    const attempt = () => once(method, path, body, options ?? {})
    try {
      return await attempt()
    } catch (error) {
      const failure = new Error(`${method} ${path} was not answered: ${reasonOf(error)}`, { cause: error })
      if (method !== 'GET') throw failure
      // A request may never be answered while the harness is busy starting: reading again does no harm. The first failure tells more.
      return attempt().catch(() => {
        throw failure
      })
    }
  }

  const call = async <A>(method: string, path: string, body?: unknown, options?: O): Promise<A> => {
    const answer = await raw(method, path, body, options)
    if (answer.status >= 200 && answer.status < 300 && !isPage(answer.body)) return answer.body as A
    throw new Error(
      `${method} ${path} answered ${String(answer.status)}: ${JSON.stringify(answer.body)?.slice(0, 400) ?? 'no body'}`,
    )
  }

  return { raw, call }
}
