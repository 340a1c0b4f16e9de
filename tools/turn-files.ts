import { mkdtempSync, rmSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stageRegistry } from '@active-mode/fixtures/registry'
import activeMode from '../packages/harness-adapter/src/index.js'

// npx tsx --conditions=@active-mode/source tools/turn-files.ts
// Counts the source files of which a function runs in one warm turn of a director on the harness 1.x: the hooks of the third turn,
// with live ports (real files, clock and log) and a client that answers as the harness does.

const folder = mkdtempSync(join(tmpdir(), 'active-mode-turn-'))
const registry = await stageRegistry(join(folder, 'modes'))
const client = {
  session: { get: async () => ({ data: { id: 'ses_a', agent: 'ship' } }) },
  app: { log: async () => ({ data: true }) },
  _client: { get: async () => ({ data: { version: '1.18.33' } }) },
}
const hooks = await activeMode({ client, directory: folder }, { registry, decisionLog: join(folder, 'log') })

const turn = async (id: string): Promise<string> => {
  const message = { id, role: 'user', agent: 'ship', sessionID: 'ses_a' }
  const system = ['You direct.\n<env>\n</env>']
  await hooks['chat.message']?.({ sessionID: 'ses_a' }, { message })
  await hooks['experimental.chat.messages.transform']?.({}, { messages: [{ info: message, parts: [] }] })
  await hooks['experimental.chat.system.transform']?.({ sessionID: 'ses_a' }, { system })
  await hooks['chat.params']?.({ sessionID: 'ses_a', agent: 'ship', message }, {})
  // Nothing of a turn waits for its line in the log.
  await new Promise((resolve) => setTimeout(resolve, 500))
  return system.join()
}

await turn('msg_000000000001')
await turn('msg_000000000002')
const inspector = new Session()
inspector.connect()
await inspector.post('Profiler.enable')
await inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
const text = await turn('msg_000000000003')
const { result } = await inspector.post('Profiler.takePreciseCoverage')
inspector.disconnect()
rmSync(folder, { recursive: true, force: true })
if (!text.includes('posture: director')) throw new Error('turn-files: the turn was none of a director')

const files = result
  .filter(({ functions }) => functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)))
  .flatMap(({ url }) => /packages\/([a-z-]+)\/src\/(.*\.ts)/.exec(url)?.slice(1, 3).join('/') ?? [])
  .toSorted()
files.forEach((file) => console.error(file))
const of = (name: string): number => files.filter((file) => file.startsWith(`${name}/`)).length
console.log(JSON.stringify({ adapter: of('harness-adapter'), core: of('core') }))
