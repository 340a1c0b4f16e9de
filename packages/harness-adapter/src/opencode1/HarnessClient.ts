/** A call of the harness's client. What it answers is not believed before it is decoded. */
export type Call<Options> = (options: Options) => Promise<unknown>

/** The calls of the harness's 1.x client that this plugin makes. All but the last two only read. */
export interface HarnessClient {
  /** The transport below the client, for the v2 routes that the client has no method for. */
  readonly _client?: { readonly get: Call<{ readonly url: string }> }
  /** The harness's own folders. */
  readonly path?: { readonly get: Call<Record<string, never>> }
  readonly session: {
    readonly get: Call<{ readonly path: { readonly id: string } }>
    readonly messages: Call<{ readonly path: { readonly id: string }; readonly query: { readonly limit: number } }>
  }
  readonly app: {
    readonly agents: Call<Record<string, never>>
    readonly log: Call<{
      readonly body: { readonly service: string; readonly level: string; readonly message: string }
    }>
  }
  readonly tui: {
    readonly showToast: Call<{
      readonly body: { readonly title: string; readonly message: string; readonly variant: string }
    }>
  }
}
