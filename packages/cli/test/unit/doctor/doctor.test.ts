import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { changeRegistry, type RegistryChange, stageRegistry } from '@active-mode/fixtures/registry'
import { type Machine, machine, pluginText, shellScript, theAgents } from '../../support/machine.js'

test('where all is well there is nothing to say', async () => {
  expect(await (await machine()).findings()).toEqual([])
})

describe('the registry', () => {
  const claim = (mode: string, text: string): RegistryChange => ({
    replace: `${mode}/mode.toml`,
    from: `agent = "${mode}"`,
    to: text,
  })
  const write = (path: string, text: string): RegistryChange => ({ write: path, text })
  const lock = (heartbeat_at: number, ttl_ms: number): RegistryChange =>
    write('.staging-lock.json', JSON.stringify({ heartbeat_at, ttl_ms }))
  const differs = 'note ledger-path-differs'

  test.each<readonly [string, RegistryChange, ReadonlyArray<string>]>([
    ['a missing part', { remove: 'ship/pack.toml' }, ['problem part-missing']],
    ['a torn manifest', { tear: 'ship/mode.toml' }, ['problem bundle-broken']],
    ['a floor above this build', { floor: 'ship', plugin: '2' }, ['problem version-gap']],
    ['an unknown key', claim('ship', 'agent = "ship"\ncolour = "red"'), ['note unknown-key']],
    ['a stray folder', write('notes/readme.txt', 'hello'), ['note stray-folder']],
    ['an ambiguous claim', claim('explore', 'agent = "ship"'), ['problem ambiguous-claim']],
    ['a binding that no agent has', claim('ship', 'agent = "helmsman"'), ['note dead-binding']],
    [
      'a ledger that the cards do not name',
      write('active-mode.toml', 'ledger = "logs/x.md"\n'),
      [differs, differs, differs],
    ],
    [
      'an alias to a mode that was never here',
      write('active-mode.toml', '[aliases]\nmate = "shipp"\n'),
      ['problem bundle-broken'],
    ],
    ['a lock that nobody renews', lock(0, 1000), ['note stale-staging-lock']],
    ['a stager at work', lock(Date.parse('2026-12-01T00:00:00Z'), 60_000), ['note stager-at-work']],
  ])('%s', async (_, change, found) => {
    const { registry, findings } = await machine()
    await changeRegistry(registry, change)
    expect(await findings()).toEqual(found)
  })

  test('a near miss of an agent of the harness', async () => {
    const { config, findings, plugin } = await machine()
    config({ plugin: [plugin], agent: { Ship: {}, quartermaster: {} } })
    expect(await findings()).toEqual(['problem near-miss'])
  })

  test('one letter off an agent that the harness does not have', async () => {
    const { config, findings, plugin } = await machine()
    config({ plugin: [plugin], agent: { ship: {}, quartermasters: {} } })
    expect(await findings()).toEqual(['problem near-miss'])
  })

  test('that another place holds as well is named, and so is an empty one before it', async () => {
    const { home, findings } = await machine()
    await stageRegistry(join(home, 'config', 'modes'))
    expect(await findings([], home, { OPENCODE_CONFIG_DIR: join(home, 'config') })).toContain('note root-passed-over')
    rmSync(join(home, 'config', 'modes'), { recursive: true })
    mkdirSync(join(home, 'config', 'modes'))
    expect(await findings([], home, { OPENCODE_CONFIG_DIR: join(home, 'config') })).toContain('note root-passed-over')
  })

  test('that is not there is a note, unless an option named it', async () => {
    const { registry, plugin, config, findings } = await machine()
    rmSync(registry, { recursive: true })
    expect(await findings()).toEqual(['note registry-absent'])
    config({ plugin: [[plugin, { registry: '/nowhere/modes' }]] })
    expect(await findings()).toEqual(['problem registry-unreadable'])
  })
})

describe('the plugin', () => {
  test('that is not configured', async () => {
    const { config, findings } = await machine()
    config({ agent: theAgents })
    expect(await findings()).toEqual(['problem plugin-not-configured'])
  })

  test('that is loaded twice', async () => {
    const { write, findings } = await machine()
    write('.config/opencode/plugin/mine.js', pluginText)
    expect(await findings()).toEqual(['problem plugin-twice'])
  })

  test.each(['export default {}', 'export default async () => ({}); export const more = 1', 'syntax error', null])(
    'that does not load: %j',
    async (text) => {
      const { findings, plugin } = await machine()
      if (text === null) rmSync(plugin)
      else writeFileSync(plugin, `${text} // <!-- /active-mode -->`)
      expect(await findings()).toEqual(['problem plugin-does-not-load'])
    },
  )

  test.each([
    ['file://path/to/active-mode.js', 'is not a URL of a file'],
    ['file:///nowhere/active%ZZmode.js', 'is not a URL of a file'],
    ['~/active-mode.js', 'does not expand ~'],
    ['./active-mode/dist/index.js', 'the file is not there'],
  ])('that does not load, since its spec leads nowhere: %s', async (spec, why) => {
    const { config, doctor, findings } = await machine()
    config({ plugin: [spec], agent: theAgents })
    expect(await findings()).toEqual(['problem plugin-does-not-load'])
    const { stdout } = await doctor()
    expect(stdout).toContain('the plugin does not load: ')
    expect(stdout).toContain(why)
  })

  test('a file without the closing marker is not ours, whatever it is called, and is not run', async () => {
    const { home, write, config, findings } = await machine()
    write(
      'active-mode/active-mode.js',
      `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(join(home, 'ran'))}, '')\nexport default async () => ({})\n`,
    )
    config({ plugin: [join(home, 'active-mode', 'active-mode.js')], agent: theAgents })
    expect(await findings()).toEqual(['problem plugin-not-configured'])
    expect(existsSync(join(home, 'ran'))).toBe(false)
  })

  test('a copy that does not load is no second one', async () => {
    const { config, findings, plugin } = await machine()
    config({ plugin: [[plugin, { decisionLog: false }], '/nowhere/active-mode.js'], agent: theAgents })
    expect(await findings()).toEqual(['problem plugin-does-not-load', 'note log-off'])
  })

  test('of several copies the last decides, and so do its options', async () => {
    const { home, config, findings, plugin } = await machine()
    writeFileSync(join(home, 'copy.js'), pluginText)
    const [one, other] = [plugin, join(home, 'copy.js')]
    config({ plugin: [[one, { decisionLog: false }], other], agent: theAgents })
    expect(await findings()).toEqual(['problem plugin-twice'])
    config({ plugin: [one, [other, { decisionLog: false }]], agent: theAgents })
    expect(await findings()).toEqual(['problem plugin-twice', 'note log-off'])
  })

  test('that a project names again is one, with what the project says of it', async () => {
    const { home, config, findings, plugin } = await machine()
    config({ plugin: [[plugin, { decisionLog: false }]], agent: theAgents })
    expect(await findings()).toEqual(['note log-off'])
    writeFileSync(join(home, 'opencode.json'), JSON.stringify({ plugin: ['./active-mode.js'] }))
    expect(await findings()).toEqual([])
  })

  test('is looked for in .opencode folders, not in the working folder itself, which the harness passes by', async () => {
    const { write, config, findings } = await machine()
    config({})
    const lay = (folder: string): void => {
      write(`${folder}/plugin/active-mode.js`, pluginText)
      for (const agent of ['ship', 'quartermaster', 'crew/Ship']) write(`${folder}/agents/${agent}.md`, 'An agent.')
    }
    lay('.')
    expect(await findings()).toEqual(['note dead-binding', 'note dead-binding', 'problem plugin-elsewhere'])
    lay('.opencode')
    expect(await findings()).toEqual([])
  })

  test('above the root of the repository is not looked at, as the harness does not', async () => {
    const { home, write, findings } = await machine()
    mkdirSync(join(home, 'work', 'repository', '.git'), { recursive: true })
    write('work/.opencode/plugin/copy.js', pluginText)
    expect(await findings([], join(home, 'work', 'repository'))).toEqual([])
    expect(await findings([], join(home, 'work'))).toEqual(['problem plugin-twice'])
  })

  test('as a package, in a config with comments', async () => {
    const { home, config, findings } = await machine()
    rmSync(join(home, '.config', 'opencode', 'opencode.json'))
    config(
      '{ // mine\n "plugin": ["@active-mode/harness-adapter@1.0.0",], "agent": { "ship": {}, "quartermaster": {} } }',
      'opencode.jsonc',
    )
    expect(await findings()).toEqual(['problem package-not-installed'])
  })

  test('with a splice that strict providers refuse', async () => {
    const { config, findings, plugin } = await machine()
    config({ plugin: [[plugin, { splice: 'separate' }]], agent: theAgents })
    expect(await findings()).toEqual(['problem strict-provider-risk'])
  })

  test.each([
    [{ splice: 'sideways' }, ['problem option-wrong']],
    [{ deadlineMs: 5, toast: 'no' }, ['problem option-wrong', 'problem option-wrong']],
    [{ registri: '/modes' }, ['problem option-wrong']],
    ['toast', ['problem option-wrong']],
  ])('with the options %j', async (options, found) => {
    const { config, findings, plugin } = await machine()
    config({ plugin: [[plugin, options]], agent: theAgents })
    expect(await findings()).toEqual(found)
  })

  test('in a config that cannot be read', async () => {
    const { config, findings } = await machine()
    config('{ "plugin": [')
    expect(await findings()).toEqual(['problem config-unreadable'])
  })
})

describe('the harness', () => {
  test.each([
    ['is not installed', null, 'problem harness-missing'],
    ['does not run', 'exit 3', 'problem harness-does-not-run'],
    ['tells no version', 'echo hello', 'problem harness-does-not-run'],
    ['is of a version that was never examined', 'echo 1.99.0', 'note harness-not-examined'],
    ['is of a version without a contract', 'echo 1.0.152', 'problem harness-contract'],
    ['is of a version with the lesser contract', 'echo 1.2.27', 'note harness-contract'],
  ])('%s', async (_, script, found) => {
    const { home, findings } = await machine()
    if (script === null) rmSync(join(home, 'opencode'))
    else writeFileSync(join(home, 'opencode'), shellScript(script))
    expect(await findings()).toEqual([found])
  })
})

describe('the decision log', () => {
  const log = ({ home }: Machine) => join(home, '.local', 'state', 'active-mode', 'decisions')

  test('that lost lines', async () => {
    const here = await machine()
    writeFileSync(join(log(here), 'ses_b.jsonl'), '{"v":1,"at":"2026-11-30T00:00:00.000Z","dropped":12}\n')
    expect(await here.findings()).toEqual(['problem log-dropped-lines'])
  })

  test('that others may read, that is empty, that is off', async () => {
    const here = await machine()
    chmodSync(log(here), 0o755)
    expect(await here.findings()).toEqual(['note log-open-to-others'])
    rmSync(log(here), { recursive: true })
    expect(await here.findings()).toEqual(['note log-empty'])
    here.config({ plugin: [[here.plugin, { decisionLog: false }]], agent: theAgents })
    expect(await here.findings()).toEqual(['note log-off'])
  })
})

test('people get a table with what to do', async () => {
  const { doctor } = await machine()
  const { code, stdout } = await doctor(['--harness', '/nowhere/opencode'])
  expect(code).toBe(1)
  expect(stdout).toContain('PROBLEM harness: no harness is installed [harness-missing]')
  expect(stdout).toContain('Install opencode, or name its executable with --harness PATH.')
})
