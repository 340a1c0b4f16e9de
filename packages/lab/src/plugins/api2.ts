/* What the harness 2.x hands to plugins, as far as those of this folder look at it. */

export interface SystemPart {
  readonly type: string
  readonly text: string
}

/** What the hooks with a system text are handed. Plugins may change it. */
export interface SystemEvent {
  sessionID?: string
  agent?: unknown
  system: SystemPart[]
  readonly messages?: ReadonlyArray<{ readonly id?: string; readonly role?: string }>
}

/** What the hooks around a model request are handed. */
export interface RequestEvent {
  readonly sessionID?: string
  readonly agent?: unknown
  readonly kind?: string
  readonly messageID?: string
  readonly headers: { [name: string]: string }
  request: Request
}

export interface Events {
  readonly context: SystemEvent
  readonly compaction: SystemEvent
  readonly generate: SystemEvent
  readonly title: SystemEvent
  readonly prompt: RequestEvent
  readonly 'model.request': RequestEvent
  readonly 'http.request': RequestEvent
  readonly retry: { readonly decision: { delay: number } }
}

/** An event of the harness's stream. */
export interface StreamEvent {
  readonly type: string
  readonly data?: { readonly sessionID?: string; readonly agent?: string; readonly assistantMessageID?: string }
  readonly durable?: { readonly seq?: number }
}

export interface Context {
  readonly app?: { readonly version?: string }
  readonly location?: unknown
  readonly options?: unknown
  readonly session: {
    readonly hook: <N extends keyof Events>(name: N, run: (event: Events[N]) => unknown) => void
    readonly get: (options: {
      readonly sessionID: string | undefined
    }) => Promise<{ readonly agent?: unknown } | undefined>
  }
  readonly event: { readonly subscribe: (options?: { readonly signal: AbortSignal }) => AsyncIterable<StreamEvent> }
}

/** A plugin of the harness 2.x; `setup` answers with what cleans up after it. */
export interface Plugin2 {
  readonly id: string
  readonly setup: (ctx: Context) => (() => void) | undefined
}
