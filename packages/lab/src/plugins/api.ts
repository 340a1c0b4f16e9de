/*
 * What the harness 1.x hands to plugins, as far as those of this folder look at it. Versions differ, so what only some of them have is
 * optional, and what a plugin reports as it came is `unknown`.
 */

/** Sends a request of the harness's client. */
export type Transport = (request: Request) => Promise<Response>

/** How a call of the client was answered. */
export interface Answer {
  readonly data?: unknown
  readonly response?: { readonly status?: number }
}

interface ById {
  readonly path: { readonly id: string | undefined }
}

export interface Client {
  readonly session: {
    get: (options: ById) => Promise<Answer>
    messages: (options: ById) => Promise<Answer>
    readonly delete: (options: ById) => Promise<Answer>
    readonly prompt: (
      options: ById & {
        readonly body: { readonly noReply: boolean; readonly agent?: string; readonly parts: ReadonlyArray<Part> }
      },
    ) => Promise<Answer>
  }
  readonly app: { readonly agents: () => Promise<Answer> }
  readonly _client: {
    readonly get: (options: { readonly url: string }) => Promise<Answer>
    readonly getConfig: () => { readonly fetch?: Transport }
    readonly setConfig: (config: { readonly fetch: Transport }) => void
  }
}

export interface Part {
  readonly type?: string
  readonly text?: string
}

export interface Info {
  readonly id?: string
  readonly sessionID?: string
  readonly role?: string
  readonly agent?: string
  readonly time?: { readonly completed?: number }
}

/** A message on its way to the model. Plugins may change what they are handed. */
export interface Message {
  info: Info
  readonly parts: ReadonlyArray<Part>
}

export interface SystemOutput {
  system: string[]
}

interface HookInput {
  readonly sessionID?: string
  readonly agent?: string | { readonly name?: string }
  readonly message?: Info
}

type Hook<I, O> = (input: I, output: O) => unknown

export interface Hooks {
  readonly event?: (given: {
    readonly event?: { readonly type?: string; readonly properties?: EventProperties }
  }) => unknown
  readonly 'chat.message'?: Hook<HookInput, { readonly message?: Info; readonly parts?: ReadonlyArray<Part> }>
  readonly 'chat.params'?: Hook<HookInput, { readonly options?: { [name: string]: unknown } | null }>
  readonly 'chat.headers'?: Hook<HookInput, { readonly headers: { [name: string]: string } }>
  readonly 'experimental.session.compacting'?: Hook<HookInput, unknown>
  readonly 'experimental.chat.messages.transform'?: Hook<unknown, { readonly messages: Message[] }>
  readonly 'experimental.chat.system.transform'?: Hook<HookInput, SystemOutput>
}

interface EventProperties {
  readonly sessionID?: string
  readonly info?: { readonly id?: string }
}

export interface PluginInput {
  readonly client: Client
}

/** A plugin of the harness 1.x. */
export type Plugin = (input: PluginInput) => Promise<Hooks>

/** The name of the agent that a hook is told of, of which old versions make an object. */
export const agentName = (agent: HookInput['agent']): string | undefined =>
  typeof agent === 'string' ? agent : agent?.name
