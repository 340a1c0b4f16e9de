import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { changeRegistry } from '@active-mode/fixtures/registry'
import { type Machine, machine, pluginText, shellScript, theAgents } from '../../support/machine.js'
import { runTool, type ToolRun, type ToolSettings } from '../../support/runTool.js'

const server = "export default { id: 'active-mode', setup: () => undefined }\n// <!-- /active-mode -->\n"

const onTerminal = { stdin: true, stdout: true, stderr: true }

const doctor = ({ home }: Machine, args: ReadonlyArray<string> = [], settings: ToolSettings = {}): Promise<ToolRun> =>
  runTool(['doctor', '--harness', join(home, 'opencode'), '--fix', ...args], {
    home,
    directory: home,
    ...settings,
    env: { PATH: process.env['PATH'], XDG_STATE_HOME: join(home, '.local', 'state'), NO_COLOR: '1' },
  })

const configOf = ({ folder }: Machine, name = 'opencode.json'): string => readFileSync(join(folder, name), 'utf8')

const secondGeneration = (here: Machine): void => {
  here.write('opencode', shellScript('[ "$1" = --version ] && echo 2.0.15'))
  here.write('one/server.js', server)
  here.write('two/server.js', server)
}

describe('with --yes', () => {
  test('a plugin that no config names is installed, and the report is of the state after', async () => {
    const here = await machine()
    here.config({ agent: theAgents })
    const { code, stdout, stderr } = await doctor(here, ['--yes'])
    expect(stderr).toContain('no config of the harness names the plugin [plugin-not-configured]\nwrite the plugin to ')
    expect(stderr).toContain('"plugin": ["file://')
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('the plugin loads [plugin-loads]'),
    })
    expect(existsSync(join(here.home, '.local/share/active-mode/plugin/server.js'))).toBe(true)
    // As install does it: it can be taken back.
    await runTool(['uninstall'], { home: here.home, directory: here.home })
    expect(configOf(here)).toBe(JSON.stringify({ agent: theAgents }))
  })

  test('an entry under the key that 1.x does not read is moved', async () => {
    const here = await machine()
    here.config(`{\n  // mine\n  "plugins": ["${here.plugin}"],\n  "agent": ${JSON.stringify(theAgents)}\n}\n`)
    const { code, stdout } = await doctor(here, ['--yes'])
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('the plugin loads') })
    expect(configOf(here)).toBe(
      `{\n  // mine\n  "agent": ${JSON.stringify(theAgents)},\n  "plugin": ["${here.plugin}"]\n}\n`,
    )
  })

  test('of two copies on 1.x the last one stays, which counts already', async () => {
    const here = await machine()
    here.write('copy.js', pluginText)
    const copy = join(here.home, 'copy.js')
    here.config({ plugin: ['./../../active-mode.js', 'other', [copy, { toast: false }]], agent: theAgents })
    expect((await doctor(here, ['--yes'])).code).toBe(0)
    expect(JSON.parse(configOf(here))).toMatchObject({ plugin: ['other', [copy, { toast: false }]] })
  })

  test('an entry is found that the harness itself tells as a file URL', async () => {
    const here = await machine()
    here.write('copy.js', pluginText)
    here.config({ plugin: ['../../copy.js', here.plugin], agent: theAgents })
    const source = join(here.folder)
    const origins = ['copy.js', 'active-mode.js'].map((name) => ({ spec: `file://${join(here.home, name)}`, source }))
    const printed = JSON.stringify({ plugin_origins: origins, agent: theAgents })
    here.write('opencode', shellScript(`[ "$1" = --version ] && echo 1.18.33 || echo '${printed}'`))
    const { code, stdout } = await doctor(here, ['--yes'])
    expect(stdout).not.toContain('config-from-files')
    // The script goes on telling the old config.
    expect(code).toBe(1)
    expect(JSON.parse(configOf(here))).toEqual({ plugin: [here.plugin], agent: theAgents })
  })

  test('of two copies on 2.x the first one stays, which is the one that is loaded', async () => {
    const here = await machine()
    secondGeneration(here)
    here.config({
      plugin: [join(here.home, 'one')],
      plugins: [join(here.home, 'two'), join(here.home, 'one')],
      agents: theAgents,
    })
    expect((await doctor(here, ['--yes'])).code).toBe(0)
    expect(JSON.parse(configOf(here))).toEqual({ plugin: [join(here.home, 'one')], agents: theAgents })
  })

  test('a lock that nobody renews is removed', async () => {
    const here = await machine()
    await changeRegistry(here.registry, { write: '.staging-lock.json', text: '{"heartbeat_at":0,"ttl_ms":1000}' })
    const { code, stdout, stderr } = await doctor(here, ['--yes'])
    expect(stderr).toContain(`--- ${join(here.registry, '.staging-lock.json')}`)
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.not.stringContaining('staging-lock') })
    expect(existsSync(join(here.registry, '.staging-lock.json'))).toBe(false)
  })

  test.each([
    [
      'a copy in a plugin folder',
      { plugin: ['PLUGIN'], agent: theAgents },
      '.config/opencode/plugin/mine.js',
      'plugin-twice',
    ],
    [
      'a copy with other options',
      { plugin: [['HOME/copy.js', { toast: false }], 'PLUGIN'], agent: theAgents },
      'copy.js',
      'plugin-twice',
    ],
    [
      'a path that is wrong',
      { plugin: ['./active-mode/gone.js'], agent: theAgents },
      'copy.js',
      'plugin-does-not-load',
    ],
  ])('%s is left to a person', async (_, config, file, id) => {
    const here = await machine()
    here.write(file, pluginText)
    here.config(JSON.stringify(config).replaceAll('PLUGIN', here.plugin).replaceAll('HOME', here.home))
    const before = configOf(here)
    const { code, stdout, stderr } = await doctor(here, ['--yes'])
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'Nothing that was found has exactly one right edit.\n' })
    expect(stdout).toContain(`[${id}]`)
    expect(configOf(here)).toBe(before)
  })
})

describe('without it', () => {
  const twice = async (): Promise<Machine> => {
    const here = await machine()
    here.write('copy.js', pluginText)
    here.config({ plugin: ['../../copy.js', here.plugin], agent: theAgents })
    return here
  }

  test('a person is asked on a terminal, after the edits were shown', async () => {
    const here = await twice()
    const before = configOf(here)
    const no = await doctor(here, [], { isTerminal: onTerminal, answer: 'n' })
    expect(no.stderr).toMatch(/\+\{"plugin".*Make these edits\? \[y\/N\] \nNothing was changed\.\n$/s)
    expect({ code: no.code, now: configOf(here) }).toEqual({ code: 1, now: before })
    const yes = await doctor(here, [], { isTerminal: onTerminal, answer: 'y' })
    expect(yes.code).toBe(0)
    expect(JSON.parse(configOf(here))).toEqual({ plugin: [here.plugin], agent: theAgents })
  })

  test('nobody is asked where there is no terminal: the edits are shown, nothing is written, and the exit code is 1', async () => {
    const here = await twice()
    const before = statSync(join(here.folder, 'opencode.json'))
    const { code, stderr, stdout } = await doctor(here, ['--json'])
    expect(code).toBe(1)
    expect(stderr).toContain(
      'Nothing was changed. To make these edits without being asked: active-mode doctor --fix --yes',
    )
    expect(JSON.parse(stdout)).toMatchObject({ v: 1 })
    const after = statSync(join(here.folder, 'opencode.json'))
    expect([after.ino, after.mtimeMs]).toEqual([before.ino, before.mtimeMs])
  })

  test('a note that could be mended changes nothing about that', async () => {
    const here = await machine()
    await changeRegistry(here.registry, { write: '.staging-lock.json', text: '{}' })
    expect((await doctor(here)).code).toBe(1)
    expect(existsSync(join(here.registry, '.staging-lock.json'))).toBe(true)
  })

  test('doctor says which of its findings it can mend', async () => {
    const here = await twice()
    const { stdout } = await here.doctor(['--harness', join(here.home, 'opencode')])
    expect(stdout).toContain('active-mode doctor --fix mends 1 of them; it shows the edits first')
  })

  test('an edit that cannot be made is one sentence, and nothing is written', async () => {
    const here = await twice()
    chmodSync(join(here.folder, 'opencode.json'), 0o444)
    const before = configOf(here)
    const { code, stdout, stderr } = await doctor(here, ['--yes'])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^active-mode: .*opencode\.json is read-only; make it writable.*\n$/)
    expect(configOf(here)).toBe(before)
  })
})
