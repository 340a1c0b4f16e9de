import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Message, Plugin } from './api.js'
import { settingsOf } from './settings.js'

/** What happens to a call of the harness's client instead of its answer. */
export type Fault =
  | { readonly kind: 'answer'; readonly status: number; readonly body: string; readonly type?: string }
  | { readonly kind: 'throw' }
  /** The client's own method throws before it makes a promise, as it does where it cannot build the request. Only for reading a session or its messages. */
  | { readonly kind: 'throw-at-once' }
  | { readonly kind: 'hang' }
  | { readonly kind: 'delay'; readonly ms: number }
  /** Answered at once, but the answer is handed over only when the ticket is released: by then it is old. */
  | { readonly kind: 'late'; readonly ticket: string }
  /** Takes the messages that are still being written out of a list, as if the request were not recorded yet. */
  | { readonly kind: 'without-open-message' }
  /** Takes fields out of an answer that is one object, or out of the `info` of each message of a list. */
  | { readonly kind: 'without-fields'; readonly fields: ReadonlyArray<string> }
  /** Puts other values into fields of an answer that is one object. */
  | { readonly kind: 'with-fields'; readonly fields: Readonly<Record<string, unknown>> }

/** A fault for the calls whose path matches a regular expression. */
export interface FaultRule {
  readonly path: string
  readonly fault: Fault
}

/** A call that some plugin made through the harness's client. */
export interface ClientCall {
  readonly method: string
  readonly path: string
}

export interface FaultSettings {
  /** What the names of the files of late answers begin with. */
  readonly stem: string
  /** Holds the rules in force, as JSON. */
  readonly rulesFile: string
  /** Gets a `ClientCall` a line. */
  readonly callsFile: string
}

type Json = Readonly<Record<string, unknown>>

const { stem, rulesFile, callsFile } = settingsOf<FaultSettings>()

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const faultFor = (path: string): Fault | undefined => {
  const rules: ReadonlyArray<FaultRule> = JSON.parse(readFileSync(rulesFile, 'utf8'))
  return rules.find((rule) => new RegExp(rule.path).test(path))?.fault
}

const note = (method: string, path: string): void =>
  appendFileSync(callsFile, `${JSON.stringify({ method, path } satisfies ClientCall)}\n`)

const isWritten = ({ info }: Message): boolean => info.role !== 'assistant' || Boolean(info.time?.completed)

const without = (fields: ReadonlyArray<string>, from: Json): Json =>
  Object.fromEntries(Object.entries(from).filter(([name]) => !fields.includes(name)))

const outcome = async (fault: Fault | undefined, send: () => Promise<Response>): Promise<Response> => {
  switch (fault?.kind) {
    case undefined:
    case 'throw-at-once':
      return send()
    case 'answer':
      return new Response(fault.body, {
        status: fault.status,
        headers: { 'content-type': fault.type ?? 'application/json' },
      })
    case 'throw':
      throw new TypeError('fault')
    case 'hang':
      return new Promise(() => undefined)
    case 'delay':
      await sleep(fault.ms)
      return send()
    case 'late': {
      const answer = await send()
      const file = `${stem}.${fault.ticket}`
      while (!existsSync(`${file}.released`)) await sleep(10)
      setTimeout(() => writeFileSync(`${file}.arrived`, ''), 50)
      return answer
    }
    case 'without-open-message': {
      const answer = (await (await send()).json()) as unknown
      return Response.json(Array.isArray(answer) ? (answer as ReadonlyArray<Message>).filter(isWritten) : answer)
    }
    case 'without-fields': {
      const answer = (await (await send()).json()) as Json | ReadonlyArray<Json>
      return Response.json(
        Array.isArray(answer)
          ? (answer as ReadonlyArray<Json>).map((each) => ({
              ...each,
              info: without(fault.fields, each['info'] as Json),
            }))
          : without(fault.fields, answer as Json),
      )
    }
    case 'with-fields':
      return Response.json({ ...((await (await send()).json()) as Json), ...fault.fields })
  }
}

const paths = {
  get: (id: string | undefined) => `/session/${String(id)}`,
  messages: (id: string | undefined) => `/session/${String(id)}/message`,
} as const

/** Stands in the transport of the client that all plugins share, and lets calls fail as its rules say. */
const faults: Plugin = async ({ client }) => {
  const transport = client._client.getConfig().fetch ?? fetch
  client._client.setConfig({
    fetch: (request) => {
      const path = new URL(request.url).pathname
      note(request.method, path)
      return outcome(faultFor(path), () => transport(request))
    },
  })
  for (const name of ['get', 'messages'] as const) {
    const call = client.session[name].bind(client.session)
    client.session[name] = (options) => {
      const path = paths[name](options?.path?.id)
      if (faultFor(path)?.kind !== 'throw-at-once') return call(options)
      note('GET', path)
      throw new TypeError('fault')
    }
  }
  return {}
}

export default faults
