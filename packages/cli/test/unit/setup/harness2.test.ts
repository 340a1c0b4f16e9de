import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { harness2Binary } from '@active-mode/lab/harness2'
import { buildPlugin, pluginFolder } from '../../../../../tools/build/buildPlugin.js'
import {
  everything,
  executable,
  expectSlowEnded,
  type Finding,
  type Machine,
  machine,
  shellScript,
} from '../../support/machine.js'
import { runTool } from '../../support/runTool.js'

/** A plugin of the second generation that is taken for ours. */
const pluginText2 = "export default { id: 'active-mode', setup: () => undefined }\n// <!-- /active-mode -->\n"

const agents = { ship: { system: 'You direct.' }, quartermaster: { system: 'You haul.' } }

const realHarness2 = async (): Promise<string> => {
  const binary = await harness2Binary()
  if (binary._tag === 'missing') throw new Error(binary.detail)
  return binary.path
}

const realMachine = async (): Promise<Machine> => machine(await realHarness2())

const levels = (found: ReadonlyArray<Finding>): ReadonlyArray<string> => found.map(({ level, id }) => `${level} ${id}`)

/** A machine whose harness tells its version and answers nothing else, so that its files are read. */
const silentMachine = async (): Promise<Machine> => {
  const here = await machine()
  here.write('opencode', shellScript('[ "$1" = --version ] && echo 2.0.15'))
  here.write('plugins/active-mode/server.js', pluginText2)
  return here
}

const ours = ({ home }: Machine): string => join(home, 'plugins', 'active-mode')

beforeAll(buildPlugin)

describe('the real harness 2.x is asked', () => {
  test('and all is well with the built folder and its options; everything is left as it was found', async () => {
    const here = await realMachine()
    here.config({
      plugins: [{ package: pluginFolder, options: { registry: here.registry } }],
      agents,
      providers: { x: { settings: { apiKey: 'sk-secret' } } },
    })
    const before = everything(here.home)
    const { code, stdout } = await here.doctor(['--harness', await realHarness2()], {
      PATH: process.env['PATH'],
      XDG_STATE_HOME: join(here.home, '.local', 'state'),
    })
    expect(stdout).toContain('version 2.0.15: contract request, the harness names the agent of every request')
    expect(stdout).toContain(`the plugin loads [plugin-loads]\n        at ${join(pluginFolder, 'server.js')}`)
    expect(stdout).not.toContain('sk-secret')
    expect(stdout).toContain('0 problems, 0 notes')
    expect(code).toBe(0)
    expect(everything(here.home)).toEqual(before)
  })

  test('and what it passes by without a word is said: an entry that is a file, a folder without an entry, a plugin that fails', async () => {
    const here = await realMachine()
    here.write('active-mode-folder/package.json', '{ "main": "plugin.js" }')
    here.write('other/server.js', 'export default 5')
    here.config({
      plugin: [here.plugin],
      plugins: [join(here.home, 'active-mode-folder'), { package: join(here.home, 'other') }],
      agents,
    })
    const found = await here.diagnose()
    expect(levels(found)).toEqual([
      'problem plugin-does-not-load',
      'problem plugin-does-not-load',
      'note other-plugin-failed',
    ])
    expect(found[0]?.what).toContain('has to name a folder')
    expect(found[1]?.what).toContain('neither server.js nor index.js')
    expect(found[2]?.where).toBe(join(here.home, 'other'))
    expect(found[2]?.what).toContain('must export a default definition')
  })

  test('and a copy in its plugin folder that silences the registry of the config is named', async () => {
    const here = await realMachine()
    here.write('.config/opencode/plugin/active-mode.js', pluginText2)
    here.config({ plugins: [{ package: pluginFolder, options: { registry: join(here.home, 'elsewhere') } }], agents })
    const found = await here.diagnose()
    expect(levels(found)).toEqual(['problem options-silenced'])
    expect(found[0]?.where).toBe(join(here.folder, 'opencode.json'))
    expect(found[0]?.what).toContain(join(here.folder, 'plugin', 'active-mode.js'))
  })
})

describe('a harness 2.x that does not answer', () => {
  test('is told, and its files are read by both keys and in their order', async () => {
    const here = await silentMachine()
    here.config({
      plugins: [{ package: ours(here), options: { registry: here.registry, deadlineMs: 'soon' } }],
      agents,
    })
    const { stdout } = await here.doctor(['--harness', join(here.home, 'opencode')])
    expect(stdout).toContain(
      'could not ask the harness for its config (its server did not start), so its config files were read instead [config-from-files]',
    )
    expect(await here.findings()).toEqual(['problem option-wrong'])
    here.config({ plugin: [[ours(here), { registry: here.registry }]], agent: agents })
    expect(await here.findings()).toEqual([])
    here.config({ agents })
    expect(await here.findings()).toEqual(['problem plugin-not-configured'])
    here.write('.config/opencode/plugins/active-mode/index.js', pluginText2)
    expect(await here.findings()).toEqual([])
    here.write('project/.opencode/plugin/mode.js', pluginText2)
    expect(await here.findings([], join(here.home, 'project'))).toEqual(['note plugin-twice'])
  })

  test('in time is ended, with all that it started', () => expectSlowEnded('2.0.15'))
})

test('a file for the harness 1.x only is no plugin for 2.x', async () => {
  const here = await silentMachine()
  here.write('.config/opencode/plugin/active-mode.js', 'export default async () => ({})\n// <!-- /active-mode -->\n')
  here.config({ agents })
  const found = await here.diagnose()
  expect(found.map(({ id }) => id)).toEqual(['plugin-does-not-load'])
  expect(found[0]?.what).toContain('a file for 1.x only does not load there')
})

test('the notices that the plugin left beside its log are shown, the newest of them', async () => {
  const here = await silentMachine()
  here.config({ plugins: [ours(here)], agents })
  const line = (place: number, level = 'warn'): string =>
    JSON.stringify({ v: 1, at: `2026-11-30T00:00:0${place}.000Z`, level, message: `notice ${place}` })
  here.write(
    '.local/state/active-mode/notices.jsonl',
    `${[line(1), line(2), '{oops', line(3, 'error'), line(4)].join('\n')}\n`,
  )
  const found = await here.diagnose()
  expect(found.map(({ level, id, what }) => `${level} ${id} ${what}`)).toEqual([
    'note notice warn of 2026-11-30T00:00:02.000Z: notice 2',
    'note notice error of 2026-11-30T00:00:03.000Z: notice 3',
    'note notice warn of 2026-11-30T00:00:04.000Z: notice 4',
  ])
  expect(found.at(-1)?.remedy).toContain('newest of 4')
})

test('where both generations are installed, the one that was not looked at is named, with how to do so', async () => {
  const here = await silentMachine()
  const first = executable(here, 'first/opencode', '[ "$1" = --version ] && echo 1.18.33')
  const { stdout } = await here.doctor([], { PATH: `${here.home}:${dirname(first)}:/usr/bin:/bin` })
  expect(stdout).toContain('version 1.18.33 is installed as well')
  expect(stdout).toContain(`active-mode doctor --harness ${first}`)
})

test('block and audit follow the options of a config of 2.x', async () => {
  const here = await silentMachine()
  here.config({ plugins: [{ package: ours(here), options: { registry: join(here.home, 'nowhere') } }] })
  const { stdout } = await runTool(['block', '--agent', 'ship'], { home: here.home, directory: here.home })
  expect(stdout).toContain('the option `registry` names a folder that is not there')
})
