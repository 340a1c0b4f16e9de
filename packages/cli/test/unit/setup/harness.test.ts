import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { parsePrintedConfig } from '../../../src/setup/decodeConfig.js'
import { askConfig } from '../../../src/setup/live/askConfig.js'
import { readConfigured } from '../../../src/setup/live/readConfigured.js'
import {
  everything,
  executable,
  expectSlowEnded,
  type Machine,
  machine,
  realHarness,
  shellScript,
  theAgents,
} from '../../support/machine.js'

/** A machine with the real harness. */
const realMachine = (): Promise<Machine> => machine(join(tellsItsVersion, 'opencode'))

/** The real harness; a script tells its version, which is quicker, and keeps what it answers. */
const tellsItsVersion = mkdtempSync(join(tmpdir(), 'active-mode-harness-'))
writeFileSync(
  join(tellsItsVersion, 'opencode'),
  shellScript(
    `[ "$1" = --version ] && echo 1.18.33 && exit\n${await realHarness()} "$@" > "$HOME/asked.json"; code=$?; cat "$HOME/asked.json"; exit $code`,
  ),
  { mode: 0o755 },
)
afterAll(() => {
  rmSync(tellsItsVersion, { recursive: true })
})

/** What the harness answered a moment ago, and what is read from its files, have to be the same: `block` and `audit` go by the files. */
const agreed = ({ home }: Machine, env: NodeJS.ProcessEnv = {}, directory = home) => {
  const asked = parsePrintedConfig(readFileSync(join(home, 'asked.json'), 'utf8'))
  if (asked === null) throw new Error('the harness gave no answer')
  const read = readConfigured({ env, home, directory }, 1)
  expect(read.agents.toSorted()).toEqual(asked.agents.toSorted())
  const ours = read.plugins.map(({ spec, options }) => ({ spec, options }))
  return { agents: asked.agents, ours, all: asked.plugins }
}

test('the harness is asked, without running a plugin, and everything is left as it was found', async () => {
  const { home, folder, plugin, write, config, findings } = await machine(await realHarness())
  write('project/.opencode/agent/tester.md', 'You test.')
  write(
    'other.js',
    `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(join(home, 'ran'))}, '')\nexport default async () => ({})\n`,
  )
  config({ plugin: [join(home, 'other.js'), plugin], agent: theAgents })
  spawnSync('git', ['init', '-q', join(home, 'project')])
  const commit = '-c user.email=a@b.c -c user.name=n commit -q --allow-empty -m x'
  spawnSync('git', ['-C', join(home, 'project'), ...commit.split(' ')])
  const before = everything(home, true)
  expect(await findings([], join(home, 'project'))).toEqual([])
  expect(everything(home, true)).toEqual(before)
  expect(existsSync(join(home, 'ran'))).toBe(false)

  rmSync(folder, { recursive: true })
  const without = everything(home, true)
  expect(await findings([], join(home, 'project'))).toEqual(['note registry-absent', 'problem plugin-not-configured'])
  expect(everything(home, true)).toEqual(without)
})

test('what somebody writes while the harness is asked stays', async () => {
  const { home, folder, config } = await realMachine()
  config('{ "plugin": [] }')
  const asked = askConfig(
    { _tag: 'found', path: await realHarness(), version: '1.18.33' },
    { env: { PATH: process.env['PATH'] }, home, directory: home },
  )
  writeFileSync(join(folder, 'opencode.json'), '{ "plugin": [], "theme": "mine" }')
  writeFileSync(join(folder, '.gitignore'), 'mine')
  await asked
  expect(readFileSync(join(folder, 'opencode.json'), 'utf8')).toContain('mine')
  expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('mine')
})

describe('the config is what the harness makes of it', () => {
  test('variables and files that it names are put in, also one that the asking itself moves', async () => {
    const here = await realMachine()
    const { home, plugin, write, config, findings, registry } = here
    write('spec', ` ${plugin}\n`)
    config(
      `{ "plugin": [["{file:${join(home, 'spec')}}", { "registry": "{env:MODES}", "decisionLog": "{env:XDG_STATE_HOME}/mine" }]],\n // {file:./nowhere}\n "agent": { "ship": {}, "quartermaster": {} } }`,
    )
    const env = { MODES: registry, XDG_STATE_HOME: join(home, '.local', 'state') }
    mkdirSync(join(home, '.local', 'state', 'mine'), { mode: 0o700 })
    expect(await findings([], home, env)).toEqual(['note log-empty'])
    expect(agreed(here, env).ours).toEqual([
      { spec: plugin, options: { registry, decisionLog: join(home, '.local', 'state', 'mine') } },
    ])
  })

  test('the config of whoever administers the machine goes before all others', async () => {
    const here = await realMachine()
    here.write(
      'managed/opencode.jsonc',
      JSON.stringify({ plugin: [[here.plugin, { decisionLog: false }]], agent: { ship: { disable: true } } }),
    )
    const env = { OPENCODE_TEST_MANAGED_CONFIG_DIR: join(here.home, 'managed') }
    expect(await here.findings([], here.home, env)).toEqual(['note dead-binding', 'note log-off'])
    agreed(here, env)
  })

  test('OPENCODE_PURE loads no plugin', async () => {
    const { home, diagnose } = await realMachine()
    const [finding, ...more] = await diagnose([], home, { OPENCODE_PURE: '1' })
    expect(more).toEqual([])
    expect(finding).toMatchObject({ level: 'problem', id: 'plugins-off' })
    expect(finding?.remedy).toContain('Unset OPENCODE_PURE')
  })

  test('a byte order mark is no fault', async () => {
    const here = await realMachine()
    here.config(`\uFEFF${JSON.stringify({ plugin: [here.plugin], agent: theAgents })}`)
    expect(await here.findings()).toEqual([])
    expect(agreed(here).ours).toHaveLength(1)
  })

  test.each([
    ['opencode.json', 'opencode.jsonc', { plugin: ['/x/other.js'] }],
    ['opencode.json', 'opencode.jsonc', { plugin: [] }],
    ['config.json', 'opencode.json', { plugin: ['/x/other.js'] }],
  ])('the plugins of %s are replaced by those of %s: %j', async (ours, theirs, content) => {
    const here = await realMachine()
    rmSync(join(here.folder, 'opencode.json'))
    here.config({ plugin: [here.plugin], agent: theAgents }, ours)
    here.config(content, theirs)
    const [finding, ...more] = await here.diagnose()
    expect(more).toEqual([])
    expect(finding).toMatchObject({
      id: 'plugin-elsewhere',
      where: join(here.folder, ours),
      remedy: `Add ${JSON.stringify(here.plugin)} to "plugin" in ${join(here.folder, theirs)}, or remove that list.`,
    })
    const { ours: read, all } = agreed(here)
    expect(read).toEqual([])
    expect(all.some(({ spec }) => spec.includes('active-mode'))).toBe(false)
  })

  test('those of a project come on top, also of two files in one folder', async () => {
    const here = await realMachine()
    here.config({ agent: theAgents })
    here.write('project/opencode.json', '{ "plugin": ["../active-mode.js"] }')
    here.write('project/opencode.jsonc', '{ "plugin": ["./other.js"] }')
    here.write('project/other.js', 'export default async () => ({})')
    expect(await here.findings([], join(here.home, 'project'))).toEqual([])
    expect(agreed(here, {}, join(here.home, 'project')).ours).toHaveLength(1)
  })

  test('agents say in their files who they are, and whether they are at all', async () => {
    const here = await realMachine()
    here.config({ plugin: [here.plugin], agent: { explore: { disable: true } } })
    here.write('.config/opencode/agent/boat.md', '---\nname: ship\nmode: primary\n---\nYou direct.')
    here.write('shared/quartermaster.md', '---\nmode: primary\n---\nYou haul.')
    here.write('.config/opencode/agents/gone.md', '---\ndisable: true\n---\nNot here.')
    symlinkSync(join(here.home, 'shared'), join(here.folder, 'agents', 'crew'))
    expect(await here.findings()).toEqual(['problem near-miss', 'note dead-binding'])
    const { agents } = agreed(here)
    expect(agents).toEqual(expect.arrayContaining(['ship', 'crew/quartermaster']))
    for (const agent of ['boat', 'gone', 'explore']) expect(agents).not.toContain(agent)
  })
})

describe('a config that the harness does not start with', () => {
  test('options as the next entry of the list: the edit is said, and nothing of the config is shown', async () => {
    const { plugin, folder, config, diagnose } = await realMachine()
    config({
      plugin: [plugin, { registry: '/a/secret' }],
      agent: theAgents,
      provider: { x: { options: { apiKey: 'sk-secret' } } },
    })
    const found = await diagnose()
    expect(found[0]).toMatchObject({
      id: 'config-refused',
      where: join(folder, 'opencode.json'),
      what: 'the harness does not start with this config: plugin.1: expected string | array',
      remedy: expect.stringContaining('"plugin": [["file:///…/active-mode.js", { … }]]') as string,
    })
    expect(JSON.stringify(found)).not.toContain('secret')
  })

  test.each([
    [
      'that is cut off',
      '{ "plugin": [], "provider": { "x": { "options": { "apiKey": "sk-secret" ',
      'it is not valid JSON: CloseBraceExpected at line 1, column 73',
    ],
    [
      'that names a file which is not there',
      '{ "plugin": ["{file:./sk-secret}"] }',
      'a {file:…} in it names a file that is not there or cannot be read',
    ],
    ['of another form', '{ "plugin": [], "provider": "sk-secret" }', 'provider: expected object'],
  ])('%s', async (_, text, what) => {
    const { folder, config, diagnose } = await realMachine()
    config(text)
    const found = await diagnose()
    expect(found.find(({ id }) => id === 'config-refused')).toMatchObject({
      level: 'problem',
      where: join(folder, 'opencode.json'),
      what: `the harness does not start with this config: ${what}`,
    })
    expect(JSON.stringify(found)).not.toContain('sk-secret')
  })
})

describe('a harness that does not answer', () => {
  test('in time is ended, with all that it started, and the files are read', () => expectSlowEnded('1.18.33'))

  test('at all is named in a note that says that the files were read', async () => {
    const { home, doctor } = await machine()
    const { stdout } = await doctor(['--harness', join(home, 'opencode')])
    expect(stdout).toContain(
      'note    plugin: could not ask the harness for its config (it ended with exit code 1), so its config files were read instead [config-from-files]',
    )
  })

  test('of a third generation is not supported, and that is said', async () => {
    const here = await machine()
    const { stdout, code } = await here.doctor(['--harness', executable(here, 'opencode', 'echo 3.0.1')])
    expect(code).toBe(1)
    expect(stdout).toContain(
      'PROBLEM harness: version 3.0.1: this version of the plugin does not support opencode 3.x yet, so no request gets a block [harness-generation]',
    )
  })
})

describe('which file the harness is', () => {
  const stubbed = async () => {
    const here = await machine()
    const text = 'echo "It was never set up: run its postinstall." >&2\nexit 1'
    return { ...here, stub: executable(here, 'clone/node_modules/.bin/opencode', text) }
  }

  test('a stub that npx puts in front of the PATH does not hide it', async () => {
    const { home, doctor, stub } = await stubbed()
    const { stdout } = await doctor(['--json'], { PATH: `${dirname(stub)}:${home}:/usr/bin:/bin` })
    expect((JSON.parse(stdout) as { findings: unknown }).findings).toContainEqual(
      expect.objectContaining({ id: 'harness-contract', where: join(home, 'opencode') }),
    )
  })

  test('of one that fails it is said which file it is, and what it says', async () => {
    const here = await machine()
    const path = executable(here, 'opencode', 'echo "no space left" >&2\nexit 3')
    const { stdout } = await here.doctor([], { PATH: `${here.home}:/usr/bin:/bin` })
    expect(stdout).toContain(
      `could not get the harness's version: exit code 3 [harness-does-not-run]\n        at ${path}\n        It said: no space left\n`,
    )
  })

  test('where there is nothing else, the stub is named, with what it says', async () => {
    const { doctor, stub } = await stubbed()
    const { stdout } = await doctor([], { PATH: `${dirname(stub)}:/usr/bin:/bin` })
    expect(stdout).toContain(
      `no harness is installed; the file that npm put on the PATH is not one (${stub}: exit code 1) [harness-missing]`,
    )
    expect(stdout).toContain('It said: It was never set up: run its postinstall.')
  })
})
