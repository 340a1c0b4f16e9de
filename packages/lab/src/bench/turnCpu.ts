import { writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

/*
 * Bundled and run in a process of the harness's runtime, without the harness, whose own loop never rests while it serves:
 * the processor time of a turn, in milliseconds, with all threads, of the plugin without and with its decision log and of
 * no plugin at all, batch by batch in turn. The arguments are the built plugin, a registry, a folder for the log and a
 * file for the report.
 */
const [, , plugin = '', registry = '', decisionLog = '', output = ''] = process.argv

type Hooks = Readonly<Record<string, (input: unknown, output: unknown) => Promise<void>>>
const { default: create } = (await import(plugin)) as {
  readonly default: (input: unknown, options: unknown) => Promise<Hooks>
}

const sessionID = 'ses_bench'
const client = {
  session: { get: async () => ({ data: { id: sessionID, agent: 'ship' } }) },
  app: { log: async () => ({ data: true }), agents: async () => ({ data: [] }) },
  tui: { showToast: async () => ({ data: true }) },
}
const message = { info: { id: 'msg_22bfe98fb001kTqXwZbNcVdRfG', role: 'user', agent: 'ship', sessionID }, parts: [] }
const system = ['You direct the ship mode.\n<env>\n</env>']

const turnOf = (hooks: Hooks) => async (): Promise<void> => {
  await hooks['chat.message']?.({ sessionID }, { message: message.info })
  await hooks['experimental.chat.messages.transform']?.({}, { messages: [message] })
  await hooks['experimental.chat.system.transform']?.({ sessionID }, { system: [...system] })
  await hooks['chat.params']?.({ sessionID, agent: 'ship', message: message.info }, {})
}

/** So far apart that a line of the log is written on its own, as that of a real turn is. In milliseconds. */
const apartMs = 4
const batchTurns = 25

const batch = async (turn: () => Promise<void>): Promise<number> => {
  const before = process.cpuUsage()
  for (let each = 0; each < batchTurns; each += 1) {
    await turn()
    await setTimeout(apartMs)
  }
  const { user, system: kernel } = process.cpuUsage(before)
  return (user + kernel) / 1000 / batchTurns
}

const off = turnOf(await create({ client }, { registry, decisionLog: false }))
const on = turnOf(await create({ client }, { registry, decisionLog }))
const report: (readonly [number, number, number])[] = []
for (let round = 0; round < 24; round += 1)
  report.push([await batch(async () => undefined), await batch(off), await batch(on)])
writeFileSync(output, JSON.stringify(report))
