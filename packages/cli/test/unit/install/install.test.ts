import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { expectSchema } from '../../support/expectSchema.js'
import { type FreshHome, freshHome } from '../../support/freshHome.js'
import { pluginText } from '../../support/machine.js'

const config = '.config/opencode/opencode.json'

const [one, two] = ['1.18.33', '2.0.15']

/** Installs, expects that it went well, and answers with what a config says. */
const installed = async (here: FreshHome, args: ReadonlyArray<string> = [], file = config): Promise<string> => {
  const { code, stdout, stderr } = await here.run(['install', ...args])
  expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' })
  return here.read(file).replaceAll(here.spec, 'OURS')
}

describe('into an empty home', () => {
  test.each([
    [[one], '"plugin": ["OURS"]'],
    [[two], '"plugins": ["OURS"]'],
    [[one, two], '"plugin": ["OURS"]'],
  ])('with the harnesses %j a config is made that names the plugin once', async (versions, line) => {
    const here = freshHome(...versions)
    expect(await installed(here)).toBe(`{\n  "$schema": "https://opencode.ai/config.json",\n  ${line}\n}\n`)
    expect(readdirSync(here.plugin).toSorted()).toEqual(['dist', 'package.json', 'server.js'])
    expect(readdirSync(join(here.plugin, 'dist')).toSorted()).toEqual(['active-mode.js', 'server.js'])
    expect((await here.run(['doctor'])).stdout).toContain('the plugin loads [plugin-loads]')
    // A second run writes nothing.
    const states = here.states()
    const again = await here.run(['install'])
    expect(again.stdout).toContain('the config names it already; nothing was changed')
    expect(here.states()).toEqual(states)
    // And nothing is left.
    expect((await here.run(['uninstall'])).code).toBe(0)
    expect(readdirSync(here.home, { recursive: true }).filter((name) => !String(name).startsWith('bin'))).toEqual([
      '.local',
      '.local/share',
    ])
  })

  test('it ends with what doctor prints', async () => {
    const here = freshHome(one)
    const { stdout } = await here.run(['install'])
    expect(stdout).toContain(`wrote version 0.0.0 of the plugin to ${here.plugin}\nmade ${join(here.home, config)}\n`)
    expect(stdout).toContain('+  "plugin": ["file://')
    const { stdout: doctor } = await here.run(['doctor'])
    expect(stdout.endsWith(`\n\n${doctor}`)).toBe(true)
  })

  test('--dry-run shows all of it and writes nothing', async () => {
    const here = freshHome(one)
    const states = here.states()
    const { code, stdout } = await here.run(['install', '--dry-run'])
    expect(code).toBe(0)
    expect(stdout).toContain(`would write version 0.0.0 of the plugin to ${here.plugin}`)
    expect(stdout).toContain('--- /dev/null')
    expect(stdout).toContain(`+  "plugin": ["${here.spec}"]`)
    expect(here.states()).toEqual(states)
  })

  test('--json reports the same as data', async () => {
    const here = freshHome(one)
    for (const [args, schema] of [
      [['install', '--dry-run'], 'install'],
      [['install'], 'install'],
      [['uninstall', '--dry-run'], 'uninstall'],
      [['uninstall'], 'uninstall'],
    ] as const) {
      const { stdout } = await here.run([...args, '--json'])
      const report: unknown = JSON.parse(stdout)
      expectSchema(`${schema}-report.v1.json`, report)
      expect(report).toMatchObject({ v: 1, dryRun: args.length === 2, changes: [{ file: join(here.home, config) }] })
    }
  })
})

describe('into a config that is there', () => {
  const text = '// mine\n{\n\t"model": "x/y", // the best\n\t"plugin": [\n\t\t"other", // one\n\t],\n}\n'

  test.each([
    ['comments and tabs', text],
    ['carriage returns', text.replaceAll('\n', '\r\n')],
    ['a byte order mark', `\uFEFF${text}`],
    ['nothing', ''],
    ['white space', ' \n'],
    ['one line', '{"plugin":["other"],"model":"x/y"}'],
  ])('with %s; uninstall leaves every byte as it was', async (_, before) => {
    const here = freshHome(one)
    const file = here.write(config, before)
    chmodSync(file, 0o600)
    const after = await installed(here)
    expect(after).toContain('OURS')
    if (before.includes('\r')) expect(after).not.toMatch(/[^\r]\n/)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await here.run(['uninstall'])
    expect(here.read(config)).toBe(before)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(existsSync(here.plugin)).toBe(false)
    expect(readdirSync(here.folder)).toEqual(['opencode.json'])
  })

  test('that is a link: what it leads to is changed, and the link stays', async () => {
    const here = freshHome(one)
    here.write('dotfiles/opencode.json', '{ "plugin": ["other"] }\n')
    mkdirSync(here.folder, { recursive: true })
    symlinkSync('../../dotfiles/opencode.json', join(here.folder, 'opencode.json'))
    expect(await installed(here, [], 'dotfiles/opencode.json')).toBe('{ "plugin": ["other", "OURS"] }\n')
    expect(lstatSync(join(here.folder, 'opencode.json')).isSymbolicLink()).toBe(true)
    await here.run(['uninstall'])
    expect(here.read('dotfiles/opencode.json')).toBe('{ "plugin": ["other"] }\n')
  })

  test('what was edited since install stays, and the harness adding its $schema does not keep a file that install made', async () => {
    const here = freshHome(one)
    here.write(config, '{\n  "model": "x/y"\n}\n')
    await installed(here)
    here.write(
      config,
      here
        .read(config)
        .replace('{', '{\n  "$schema": "https://opencode.ai/config.json",\n  // mine\n  "theme": "dark",'),
    )
    await here.run(['uninstall'])
    expect(here.read(config)).toBe(
      '{\n  "$schema": "https://opencode.ai/config.json",\n  // mine\n  "theme": "dark",\n  "model": "x/y"\n}\n',
    )
    rmSync(join(here.home, config))
    await installed(here)
    here.write(config, here.read(config).replace('  "$schema": "https://opencode.ai/config.json",\n', ''))
    await here.run(['uninstall'])
    expect(existsSync(join(here.home, config))).toBe(false)
  })

  test('what uninstall needs is for its owner only, and a config that a variable names keeps the folder', async () => {
    const here = freshHome(one)
    await installed(here)
    expect(statSync(join(here.home, '.local/share/active-mode/installed.json')).mode & 0o777).toBe(0o600)
    const other = here.write('other.json', `{ "plugin": ["${here.spec}"] }`)
    const { stdout } = await here.run(['uninstall'], { env: { OPENCODE_CONFIG: other } })
    expect(stdout).toContain(`${other} still names the plugin`)
    expect(existsSync(here.plugin)).toBe(true)
  })

  test('an older version of the plugin is replaced, and the config is left', async () => {
    const here = freshHome(one)
    await installed(here)
    const before = lstatSync(join(here.home, config)).ino
    here.write(
      '.local/share/active-mode/plugin/package.json',
      here.read('.local/share/active-mode/plugin/package.json').replace('0.0.0', '0.0.0-older'),
    )
    here.write('.local/share/active-mode/plugin/old.js', '')
    expect((await here.run(['install'])).stdout).toContain('wrote version 0.0.0')
    expect(readdirSync(here.plugin).toSorted()).toEqual(['dist', 'package.json', 'server.js'])
    expect(lstatSync(join(here.home, config)).ino).toBe(before)
    expect(readdirSync(join(here.home, '.local/share/active-mode'))).toEqual(['installed.json', 'plugin'])
  })
})

describe('never twice', () => {
  test.each([
    ['a path', [one], { [config]: '{ "plugin": ["../../clone/active-mode.js"] }' }],
    ['a file URL with options', [one], { [config]: '{ "plugin": [["file://HOME/clone/active-mode.js", {}]] }' }],
    ['a file in the plugin folder', [one], { '.config/opencode/plugin/mine.js': pluginText }],
    [
      'a package that is installed',
      [one],
      {
        [config]: '{ "plugin": ["@active-mode/harness-adapter"] }',
        '.cache/opencode/packages/@active-mode/harness-adapter@latest/node_modules/@active-mode/harness-adapter/index.js':
          pluginText,
      },
    ],
    ['the folder of a clone, on 2.x', [two], { [config]: '{ "plugins": ["HOME/clone"] }' }],
  ])('where the plugin is loaded as %s that is said, and nothing is written', async (_, versions, files) => {
    const here = freshHome(...versions)
    here.write('clone/active-mode.js', pluginText)
    here.write(
      'clone/server.js',
      "export default { id: 'active-mode', setup: () => undefined }\n// <!-- /active-mode -->\n",
    )
    for (const [path, text] of Object.entries(files)) here.write(path, text.replaceAll('HOME', here.home))
    const states = here.states()
    const { stdout } = await here.run(['install'])
    expect(stdout).toContain('the plugin is loaded already, as ')
    expect(here.states()).toEqual(states)
  })

  test.each([
    [
      '{ "plugin": [["./gone/active-mode.js", { "toast": false }]] }',
      '{ "plugin": [["OURS", { "toast": false }]] }',
      [one],
    ],
    ['{ "plugin": ["@active-mode/harness-adapter"] }', '{ "plugin": ["OURS"] }', [one]],
    // 2.x loads no file that a config names.
    ['{ "plugin": ["../../active-mode.js"] }', '{ "plugin": ["OURS"] }', [one, two]],
    ['{ "plugin": ["../../active-mode.js"] }', '{ "plugin": ["OURS"] }', [two]],
    // 1.x reads no `plugins`.
    [
      '{ "plugins": [{ "package": "OURS", "options": { "toast": false } }] }',
      '{\n  "plugin": [["OURS",{"toast":false}]]\n}',
      [one, two],
    ],
    ['{ "plugins": ["../../gone/active-mode"] }', '{\n  "plugin": ["OURS"]\n}', [one]],
  ])('an entry of ours that leads nowhere is corrected: %s', async (before, after, versions) => {
    const here = freshHome(...versions)
    here.write('active-mode.js', pluginText)
    here.write(config, before.replaceAll('OURS', here.spec))
    expect(await installed(here)).toBe(after)
    await here.run(['uninstall'])
    // An entry of the installed plugin goes, whoever wrote it.
    if (before.includes('OURS')) expect(JSON.parse(here.read(config))).toEqual({})
    else expect(here.read(config)).toBe(before)
  })

  test('the list that counts on 1.x is changed, which may be in config.json, and 2.x gets an entry of its own', async () => {
    const here = freshHome(one, two)
    here.write('.config/opencode/config.json', '{ "plugin": ["other"] }')
    expect(await installed(here)).toContain('"plugins": ["OURS"]')
    expect(here.read('.config/opencode/config.json').replaceAll(here.spec, 'OURS')).toBe(
      '{ "plugin": ["other", "OURS"] }',
    )
    await here.run(['uninstall'])
    expect(here.read('.config/opencode/config.json')).toBe('{ "plugin": ["other"] }')
    expect(existsSync(join(here.home, config))).toBe(false)
  })

  test('of two files of one folder the one whose list replaces the other is changed', async () => {
    const here = freshHome(one)
    here.write(config, '{ "plugin": ["a"] }')
    here.write('.config/opencode/opencode.jsonc', '{ "plugin": ["b"] }')
    expect(await installed(here, [], '.config/opencode/opencode.jsonc')).toBe('{ "plugin": ["b", "OURS"] }')
    expect(here.read(config)).toBe('{ "plugin": ["a"] }')
  })
})

describe('for one project', () => {
  const project = async (here: FreshHome, ...args: ReadonlyArray<string>) =>
    here.run(args, { directory: join(here.home, 'work', 'src') })

  test('its own config names the plugin, and the folder stays as long as a config does', async () => {
    const here = freshHome(one, two)
    mkdirSync(join(here.home, 'work', '.git'), { recursive: true })
    here.write('work/src/a.ts', '')
    here.write('work/opencode.jsonc', '{ "plugin": [] }')
    expect((await project(here, 'install', '--project')).code).toBe(0)
    expect(here.read('work/opencode.jsonc').replaceAll(here.spec, 'OURS')).toBe('{ "plugin": ["OURS"] }')
    expect(existsSync(here.folder)).toBe(false)
    expect((await here.run(['doctor'])).stdout).toContain('no config of the harness names the plugin')
    // For all projects as well: the installed plugin is loaded once.
    expect((await project(here, 'install')).code).toBe(0)
    expect(here.read(config)).toContain(here.spec)
    const { stdout } = await here.run(['uninstall'])
    expect(stdout).toContain(`${join(here.home, 'work', 'opencode.jsonc')} still names the plugin, so its folder stays`)
    expect(existsSync(here.folder)).toBe(false)
    expect(existsSync(here.plugin)).toBe(true)
    expect((await project(here, 'uninstall', '--project')).code).toBe(0)
    expect(here.read('work/opencode.jsonc')).toBe('{ "plugin": [] }')
    expect(existsSync(join(here.home, '.local/share/active-mode'))).toBe(false)
  })

  test('that is new gets a config at the root of its repository', async () => {
    const here = freshHome(one)
    mkdirSync(join(here.home, 'work', '.git'), { recursive: true })
    here.write('work/src/a.ts', '')
    await project(here, 'install', '--project')
    expect(here.read('work/opencode.json')).toContain(here.spec)
    await project(here, 'uninstall', '--project')
    expect(readdirSync(join(here.home, 'work')).toSorted()).toEqual(['.git', 'src'])
  })
})

describe('what cannot be done is one sentence and exit code 2, and nothing is half done', () => {
  const refused = async (here: FreshHome, sentence: string | RegExp, args = ['install'], env = {}): Promise<void> => {
    const states = here.states()
    const { code, stdout, stderr } = await here.run(args, { env })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(sentence)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(here.states()).toEqual(states)
  }

  test.each([
    ['{ "plugin": ', /opencode\.json cannot be edited: it is not JSON with comments \(ValueExpected at line 1/],
    ['plugin = []\n', /it is not JSON with comments \(InvalidSymbol at line 1, column 1\); correct it/],
    ['{ "plugin": "other" }', /its key "plugin" holds no list; correct it/],
    ['[]', /it holds something else than one object/],
    [Uint8Array.of(0x7b, 0xff, 0x7d), /opencode\.json is not UTF-8 text; save it as UTF-8/],
  ])('a config that holds %j', async (text, sentence) => {
    const here = freshHome(one)
    here.write(config, text)
    await refused(here, sentence)
  })

  test('a config that is read-only, a link that leads nowhere, a folder', async () => {
    const here = freshHome(one)
    chmodSync(here.write(config, '{}'), 0o444)
    await refused(here, /opencode\.json is read-only; make it writable/)
    rmSync(join(here.home, config))
    symlinkSync('/nowhere/opencode.json', join(here.home, config))
    await refused(here, /is a link that leads nowhere/)
    rmSync(join(here.home, config))
    mkdirSync(join(here.home, config))
    await refused(here, /opencode\.json is not a file/)
  })

  test('no harness, one that tells no version, one of a generation that is not known', async () => {
    await refused(freshHome(), /no harness was found \(opencode\); install opencode, or name its executable/)
    await refused(
      freshHome('7.7.9'),
      /is version 7\.7\.9, and only the configs of opencode 1\.x and 2\.x can be edited/,
    )
    const here = freshHome()
    await refused(here, /no harness was found \(.*nowhere/, ['install', '--harness', '/nowhere/opencode'])
  })

  test('something else in the place of the plugin', async () => {
    const here = freshHome(one)
    here.write('.local/share/active-mode/plugin/package.json', '{ "name": "mine" }')
    await refused(here, /holds something else than the plugin; move it away/)
    await refused(here, /holds something else than the plugin; move it away/, ['install', '--dry-run'])
    await here.run(['uninstall'])
    expect(here.read('.local/share/active-mode/plugin/package.json')).toBe('{ "name": "mine" }')
  })

  test('of two configs the second cannot be written: the first is as it was', async () => {
    const here = freshHome(one, two)
    here.write('.config/opencode/config.json', '{ "plugin": ["other"] }')
    chmodSync(here.write(config, '{}'), 0o444)
    await refused(here, /opencode\.json is read-only/)
  })

  test('a project whose config the harness is told to pass by', async () => {
    await refused(freshHome(one), /OPENCODE_DISABLE_PROJECT_CONFIG is set/, ['install', '--project'], {
      OPENCODE_DISABLE_PROJECT_CONFIG: '1',
    })
  })

  test('an uninstall of a config that was broken since', async () => {
    const here = freshHome(one)
    await here.run(['install'])
    here.write(config, `{ "plugin": ["${here.spec}"`)
    await refused(here, /cannot be edited: it is not JSON with comments/, ['uninstall'])
  })
})

test('uninstall where nothing is installed changes nothing', async () => {
  const here = freshHome(one)
  here.write(config, '{ "plugin": ["other"] }')
  const states = here.states()
  expect(await here.run(['uninstall'])).toEqual({
    code: 0,
    stdout: 'the plugin is not installed; nothing was changed\n',
    stderr: '',
  })
  expect(here.states()).toEqual(states)
})
