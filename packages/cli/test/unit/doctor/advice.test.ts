import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { changeRegistry, type RegistryChange } from '@active-mode/fixtures/registry'
import { builtPlugin } from '../../../src/doctor/live/builtFiles.js'
import { type Machine, machine, pluginText, theAgents } from '../../support/machine.js'
import { runTool } from '../../support/runTool.js'

/** What one run says that is not well, all of it in one text, with the machine's folders shortened. */
const adviceOf = async (here: Machine, directory = here.home, env: NodeJS.ProcessEnv = {}): Promise<string> =>
  (await here.diagnose([], directory, env))
    .map(({ level, id, what, where, remedy }) => [`${level} ${id}: ${what}`, `at ${where}`, remedy].join('\n'))
    .join('\n')
    .replaceAll(here.registry, 'MODES')
    .replaceAll(here.home, 'HOME')

const changed = async (...changes: ReadonlyArray<RegistryChange>): Promise<string> => {
  const here = await machine()
  await changeRegistry(here.registry, ...changes)
  return adviceOf(here)
}

/** Another text in the manifest of `ship`. */
const inManifest = (from: string, to: string): RegistryChange => ({ replace: 'ship/mode.toml', from, to })

/** Another `active-mode.toml`. */
const settings = (text: string): RegistryChange => ({ write: 'active-mode.toml', text })

describe('a manifest', () => {
  test('that lacks nearly everything is told all of it in one run', async () => {
    const advice = await changed(
      { write: 'ship/mode.toml', text: '' },
      { write: 'ship/mode.toml', text: 'mode = "ship"\nagent = "ship"\n' },
    )
    for (const line of ['schema_version = "1"', 'card = "card.md"', 'pack = "pack.toml"'])
      expect(advice).toContain(`In MODES/ship/mode.toml add ${line}\n`)
    expect(advice).toContain('In MODES/ship/mode.toml add at the end:\n[consumer_floors]\nplugin = "1"')
    expect(advice).not.toContain('or remove the folder')
  })

  test.each<readonly [string, RegistryChange, string]>([
    [
      'a schema version that is a number',
      inManifest('schema_version = "1"', 'schema_version = 1'),
      'write schema_version = "1", with the quotes',
    ],
    [
      'a floor that is a number',
      inManifest('plugin = "1"', 'plugin = 1'),
      'write plugin = "1", with the quotes, below [consumer_floors]',
    ],
    [
      'a floor under another name',
      inManifest('plugin = "1"', 'plugins = "1"'),
      'write `plugin` in place of `plugins` below [consumer_floors]',
    ],
    ['a key in capitals', inManifest('agent = "ship"', 'Agent = "ship"'), 'write `agent` in place of `Agent`'],
    [
      'a mode that is not called like its folder',
      inManifest('mode = "ship"', 'mode = "boat"'),
      'write mode = "ship", or rename the folder to boat',
    ],
    [
      'a key below the tables',
      inManifest('schema_version = "1"', ''),
      'add schema_version = "1", above the first line that begins with [',
    ],
    [
      'a card in another folder',
      inManifest('card = "card.md"', 'card = "../card.md"'),
      'write card = "card.md", without any folder',
    ],
    ['a fault of its syntax', inManifest('mode = "ship"', 'mode = ship'), 'correct line 2, column '],
    [
      'a manifest that is UTF-16',
      { write: 'ship/mode.toml', text: Buffer.from('\uFEFFmode = "ship"', 'utf16le') },
      'save it as UTF-8 text',
    ],
    ['no manifest', { remove: 'ship/mode.toml' }, 'write e.g.\nschema_version = "1"\nmode = "ship"\nagent = "ship"'],
  ])('%s', async (_, change, edit) => {
    expect(await changed(change)).toContain(`In MODES/ship/mode.toml ${edit}`)
  })

  test.each<readonly [string, RegistryChange, string]>([
    [
      'a floor that is the version of something else',
      { floor: 'ship', plugin: '1.18' },
      'not of the plugin or the harness: write plugin = "1" below [consumer_floors] in MODES/ship/mode.toml',
    ],
    ['no card', { remove: 'ship/card.md' }, 'In MODES/ship/card.md write e.g.\na text with the region'],
    ['no pack', { remove: 'ship/pack.toml' }, 'In MODES/ship/pack.toml write e.g.\n'],
  ])('%s', async (_, change, edit) => {
    expect(await changed(change)).toContain(edit)
  })

  test('under another name', async () => {
    const here = await machine()
    renameSync(join(here.registry, 'ship', 'mode.toml'), join(here.registry, 'ship', 'Mode.toml'))
    expect(await adviceOf(here)).toContain('In MODES/ship/Mode.toml rename it to mode.toml')
  })
})

test('a pack is told all that it lacks, phase by phase', async () => {
  const advice = await changed({
    write: 'ship/pack.toml',
    text: '[[phases]]\nname = ""\n[[phases.gates]]\nname = "a"\n[[phases]]\nroles = "builder"\n[[handoffs]]\nkind = "x"\n',
  })
  expect(advice).toContain('In MODES/ship/pack.toml write name = "NAME"\n')
  for (const key of ['kind', 'owner']) expect(advice).toContain(`In MODES/ship/pack.toml add ${key} = "`)
  expect(advice).toContain('In MODES/ship/pack.toml write roles = ["NAME"]\n')
  expect(advice).toContain('In MODES/ship/pack.toml add below that phase:\n[[phases.gates]]')
  expect(advice).toContain('In MODES/ship/pack.toml add target = "MODE"')
})

const unfenced =
  '<!-- X-GENERATED: region=ledger-discovery-rule generator=v1 begin -->\nRead it.\n<!-- X-GENERATED: region=ledger-discovery-rule end -->\n'

test.each<readonly [string, RegistryChange]>([
  ['no region', { write: 'ship/card.md', text: '# Ship\n## Ledger discovery rule\nRead it.\n' }],
  ['a region without a fence', { write: 'ship/card.md', text: unfenced }],
  [
    'a region without an end',
    { replace: 'ship/card.md', from: 'region=ledger-discovery-rule end', to: 'region=ledger-discovery-rule END' },
  ],
])('a card with %s is told the exact marks, which are those that are read', async (_, change) => {
  const here = await machine()
  await changeRegistry(here.registry, change)
  const [finding] = await here.diagnose()
  const marks = (finding?.remedy ?? '').split('\n').slice(1)
  expect(marks[0]).toBe('<!-- STAGER-GENERATED: region=ledger-discovery-rule generator=v1 begin -->')
  writeFileSync(join(here.registry, 'ship', 'card.md'), marks.join('\n'))
  expect(await here.findings()).toEqual([])
})

describe('active-mode.toml', () => {
  test('an alias of a mode that is not there is told which there are', async () => {
    const advice = await changed(settings('[aliases]\nporter = "hual"\n'))
    expect(advice).toContain(
      'In MODES/active-mode.toml write one of the modes explore, haul, ship for "porter" below [aliases], or remove that line',
    )
  })

  test('an id with a dot is told to be quoted', async () => {
    expect(await changed(settings('[aliases]\nold.porter = "haul"\n'))).toContain(
      'In MODES/active-mode.toml correct this: an agent id with a dot must be quoted',
    )
  })

  test('aliases that are left in a manifest bind nobody, and have their lines', async () => {
    const advice = await changed(inManifest('agent = "ship"', 'agent = "ship"\naliases = ["boat"]'))
    expect(advice).toContain('problem aliases-in-manifest: mode ship')
    expect(advice).toContain(
      'In MODES/ship/mode.toml remove `aliases`, and write into active-mode.toml beside the folder:\n[aliases]\n"boat" = "ship"',
    )
  })

  test('a ledger that a card does not name is a note with both edits, since the block then names two', async () => {
    const advice = await changed(settings('ledger = "notes/ledger.md"\n[aliases]\nporter = "haul"\nhauler = "haul"\n'))
    expect(advice.match(/note ledger-path-differs/g)).toHaveLength(3)
    expect(advice).toContain(
      'In MODES/active-mode.toml write as `ledger` what the rule in MODES/ship/card.md says, or write notes/ledger.md into that rule',
    )
  })

  test('a ledger that is no line is a problem', async () => {
    const advice = await changed(settings('ledger = 7\n[aliases]\nporter = "haul"\nhauler = "haul"\n'))
    expect(advice).toContain('problem ledger-wrong')
    expect(advice).toContain('In MODES/active-mode.toml write ledger = "PATH", one line in quotes')
  })
})

describe('a registry that lies elsewhere', () => {
  const moved = async (to: string): Promise<Machine> => {
    const here = await machine()
    mkdirSync(join(here.home, to, '..'), { recursive: true })
    renameSync(here.registry, join(here.home, to))
    return here
  }

  test.each(['.opencode/modes', 'project/.opencode/modes', '.config/opencode/mode', '.config/modes'])(
    'in %s is seen, with the line that moves it',
    async (to) => {
      const here = await moved(to)
      mkdirSync(join(here.home, 'project'), { recursive: true })
      const advice = await adviceOf(here, join(here.home, 'project'))
      expect(advice).toContain(
        `problem registry-elsewhere: modes lie here, and the plugin reads MODES\nat HOME/${to}\nMove them: mkdir -p MODES && mv HOME/${to}/* MODES/\nOr name the folder in the plugin's options: "registry": "HOME/${to}"`,
      )
    },
  )

  test('beside the one that is read is a note', async () => {
    const here = await machine()
    await changeRegistry(join(here.home, '.opencode', 'modes'), { write: 'ship/mode.toml', text: '' })
    expect(await here.findings()).toEqual(['note registry-elsewhere'])
  })

  test('that OPENCODE_CONFIG_DIR says and that is empty is a note, and the default one is read', async () => {
    const here = await machine()
    mkdirSync(join(here.home, 'other', 'modes'), { recursive: true })
    expect(await adviceOf(here, here.home, { OPENCODE_CONFIG_DIR: join(here.home, 'other') })).toMatch(
      /^note root-passed-over: .*the plugin reads MODES\nat HOME\/other\/modes/,
    )
  })

  test('with the bundle directly in it', async () => {
    const here = await machine()
    for (const mode of ['explore', 'haul']) rmSync(join(here.registry, mode), { recursive: true })
    for (const file of ['mode.toml', 'pack.toml', 'card.md'])
      renameSync(join(here.registry, 'ship', file), join(here.registry, file))
    rmSync(join(here.registry, 'ship'), { recursive: true })
    const advice = await adviceOf(here)
    expect(advice).toContain('problem bundle-in-root: mode.toml, pack.toml, card.md lie in the registry itself')
    expect(advice).toContain('Move them: cd MODES && mkdir ship && mv mode.toml pack.toml card.md ship/')
  })

  test('with a bundle one folder too deep', async () => {
    const here = await machine()
    mkdirSync(join(here.registry, 'all'))
    renameSync(join(here.registry, 'ship'), join(here.registry, 'all', 'ship'))
    const advice = await adviceOf(here)
    expect(advice).toContain('problem bundle-too-deep')
    expect(advice).toContain('Move it: mv MODES/all/ship MODES/ship')
    expect(advice).not.toContain('stray-folder')
  })

  test('that is there and empty is not well', async () => {
    const here = await machine()
    rmSync(here.registry, { recursive: true })
    mkdirSync(here.registry)
    expect(await here.findings()).toEqual(['note registry-empty'])
  })
})

describe('agents', () => {
  test.each([
    ['directer', 'director', 'one letter off'],
    ['director', 'Director', 'in capitals'],
  ])('the manifest says %s and the harness has %s (%s): the line to change is said', async (claimed, has) => {
    const here = await machine()
    await changeRegistry(here.registry, inManifest('agent = "ship"', `agent = "${claimed}"`))
    here.config({ plugin: [here.plugin], agent: { [has]: {}, quartermaster: {} } })
    const advice = await adviceOf(here)
    expect(advice).toContain(`did you mean "${has}"`)
    expect(advice).toContain(
      `Write agent = "${has}" in place of agent = "${claimed}" in MODES/ship/mode.toml, or call the harness's agent "${claimed}".`,
    )
    expect(advice).not.toContain('dead-binding')
  })

  test('an alias that nearly is one has its line in active-mode.toml', async () => {
    const here = await machine()
    here.config({ plugin: [here.plugin], agent: { ship: {}, quartermaster: {}, Porter: {} } })
    expect(await adviceOf(here)).toContain(
      'Write "Porter" in place of "porter" below [aliases] in MODES/active-mode.toml',
    )
  })

  test('an agent that the harness lacks has its line in the config', async () => {
    const here = await machine()
    here.config({ plugin: [here.plugin], agent: { quartermaster: {} } })
    expect(await adviceOf(here)).toContain('"agent": { "ship": { "mode": "primary", "prompt": "…" } }')
  })
})

describe('the plugin', () => {
  const writeInto = 'Write "plugin": ["HOME/active-mode.js"] into HOME/.config/opencode/opencode.json.'
  const elsewhere: ReadonlyArray<readonly [string, (here: Machine) => void, string]> = [
    [
      'under "plugins"',
      ({ config, plugin }) => config({ plugins: [plugin], agent: theAgents }),
      'Write "plugin": ["HOME/active-mode.js"] in place of "plugins" in HOME/.config/opencode/opencode.json.',
    ],
    ['in tui.json', ({ config, plugin }) => config({ plugin: [plugin] }, 'tui.json'), writeInto],
    [
      'in ~/.config/opencode.json',
      ({ write, plugin }) => write('.config/opencode.json', JSON.stringify({ plugin: [plugin] })),
      writeInto,
    ],
    [
      'as .mjs',
      ({ write }) => write('.opencode/plugin/active-mode.mjs', pluginText),
      'Move it: mv HOME/.opencode/plugin/active-mode.mjs HOME/.opencode/plugin/active-mode.js',
    ],
    [
      'one folder too deep',
      ({ write }) => write('.opencode/plugin/mine/active-mode.js', pluginText),
      'Move it: mv HOME/.opencode/plugin/mine/active-mode.js HOME/.opencode/plugin/active-mode.js',
    ],
  ]
  test.each(elsewhere)('named %s is seen, with the edit', async (_, arrange, edit) => {
    const here = await machine()
    here.config({ agent: theAgents })
    arrange(here)
    const advice = await adviceOf(here)
    expect(advice).toContain('problem plugin-elsewhere')
    expect(advice).toContain(edit)
    expect(advice).not.toContain('plugin-not-configured')
  })

  test('named nowhere: the line to write has the path of the built plugin', async () => {
    const here = await machine()
    here.config({ agent: theAgents })
    const built = builtPlugin()
    expect(built?.file).toMatch(/harness-adapter\/dist\/active-mode\.js$/)
    expect(built?.isBuilt).toBe(existsSync(built?.file ?? ''))
    expect(await adviceOf(here)).toContain(
      `Write into HOME/.config/opencode/opencode.json: "plugin": ["${built?.url ?? ''}"]`,
    )
  })

  test('as a package of another name: no package is installed by itself', async () => {
    const here = await machine()
    here.config({ plugin: ['@active-mode/adapter'], agent: theAgents })
    const advice = await adviceOf(here)
    expect(advice).toContain('problem package-unknown: this plugin has no package @active-mode/adapter')
    expect(advice).toContain(
      'Write "@active-mode/harness-adapter" in place of "@active-mode/adapter" in HOME/.config/opencode/opencode.json',
    )
  })

  test('as a package that the harness has installed loads from there', async () => {
    const here = await machine()
    here.config({ plugin: ['@active-mode/harness-adapter'], agent: theAgents })
    const folder =
      '.cache/opencode/packages/@active-mode/harness-adapter@latest/node_modules/@active-mode/harness-adapter'
    here.write(
      `${folder}/package.json`,
      '{ "name": "@active-mode/harness-adapter", "type": "module", "main": "dist/active-mode.js" }',
    )
    here.write(`${folder}/dist/active-mode.js`, pluginText)
    expect(await here.findings()).toEqual([])
  })
})

describe('the decision log', () => {
  test("a file in its place is one problem, and its permissions are nobody else's matter", async () => {
    const here = await machine()
    here.write('log', '')
    chmodSync(join(here.home, 'log'), 0o644)
    here.config({ plugin: [[here.plugin, { decisionLog: join(here.home, 'log') }]], agent: theAgents })
    expect(await here.findings()).toEqual(['problem log-not-a-folder'])
  })

  test('a relative folder is a log for each project', async () => {
    const here = await machine()
    here.config({ plugin: [[here.plugin, { decisionLog: 'log' }]], agent: theAgents })
    expect(await adviceOf(here)).toContain('"decisionLog": "HOME/log"')
  })
})

test('OPENCODE_CONFIG_DIR is named where it is why modes are not found', async () => {
  const here = await machine()
  mkdirSync(join(here.home, 'other', 'modes'), { recursive: true })
  rmSync(here.registry, { recursive: true })
  const advice = await adviceOf(here, here.home, { OPENCODE_CONFIG_DIR: join(here.home, 'other') })
  expect(advice).toContain('OPENCODE_CONFIG_DIR')
})

describe('the options of the config are followed by', () => {
  test('block and audit, which read the files and ask nobody', async () => {
    const here = await machine('/nowhere/opencode')
    const [registry, log] = [join(here.home, 'mine'), join(here.home, 'log')]
    renameSync(here.registry, registry)
    here.config({ plugin: [[here.plugin, { registry, decisionLog: log }]] })
    const block = await runTool(['block', '--agent', 'ship'], { home: here.home, directory: here.home })
    expect(block.stdout).toContain('posture: director — mode `ship` (agent `ship`)')
    const audit = await runTool(['audit'], { home: here.home, directory: here.home })
    expect(audit.stderr).toContain(log)
  })

  test('audit also where they say that there is no log', async () => {
    const here = await machine('/nowhere/opencode')
    here.config({ plugin: [[here.plugin, { decisionLog: false }]] })
    const audit = await runTool(['audit'], { home: here.home, directory: here.home })
    expect(audit.code).toBe(2)
    expect(audit.stderr).toContain('the option decisionLog is false')
  })
})
