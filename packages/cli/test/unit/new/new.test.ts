import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, onTestFinished, test } from 'vitest'
import { harnessBinary } from '@active-mode/lab/harness'
import { harness2Binary } from '@active-mode/lab/harness2'
import { runTool } from '../../support/runTool.js'

const readSchema = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(`../../../../../docs/schema/${name}`, import.meta.url), 'utf8')) as Record<
    string,
    unknown
  >
const isReport = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(readSchema('new-report.v1.json'))

interface Finding {
  readonly area: string
  readonly level: string
  readonly id: string
}

/** An empty home folder, and the tool in it. */
const emptyHome = () => {
  const home = mkdtempSync(join(tmpdir(), 'active-mode-new-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }))
  const config = join(home, '.config', 'opencode')
  const registry = join(config, 'modes')
  const run = (args: ReadonlyArray<string>, env: NodeJS.ProcessEnv = {}) =>
    runTool(args, { home, directory: home, env: { PATH: '/usr/bin:/bin', ...env } })
  const write = (path: string, text: string): string => {
    const file = join(home, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    return file
  }
  /** What doctor has to say of the registry beside that all is well. */
  const complaints = async (more: ReadonlyArray<string> = []): Promise<ReadonlyArray<string>> => {
    const { stdout } = await run(['doctor', '--json', '--harness', join(home, 'none'), ...more])
    const { findings } = JSON.parse(stdout) as { readonly findings: ReadonlyArray<Finding> }
    const ofRegistry = findings.filter(({ area }) => area === 'registry')
    expect(ofRegistry.length).toBeGreaterThan(0)
    return ofRegistry.flatMap(({ level, id }) => (level === 'ok' ? [] : [`${level} ${id}`]))
  }
  return {
    home,
    config,
    registry,
    run,
    write,
    complaints,
    read: (path: string) => readFileSync(join(home, path), 'utf8'),
    files: () => (existsSync(home) ? readdirSync(home, { recursive: true, encoding: 'utf8' }) : []).toSorted(),
  }
}

const bundle = ['mode.toml', 'pack.toml', 'card.md']

describe('new', () => {
  test('makes a registry, a whole mode and its agent in an empty home, and doctor has nothing to say of them', async () => {
    const here = emptyHome()
    const { code, stdout, stderr } = await here.run(['new', 'ship', '--agent', 'ship'])
    expect([code, stderr]).toEqual([0, ''])
    const written = [
      ...bundle.map((name) => `.config/opencode/modes/ship/${name}`),
      '.config/opencode/modes/active-mode.toml',
      '.config/opencode/agent/ship.md',
    ]
    for (const path of written) {
      expect(existsSync(join(here.home, path)), path).toBe(true)
      expect(stdout).toContain(join(here.home, path))
    }
    expect(statSync(here.registry).mode & 0o777).toBe(0o700)
    expect(await here.complaints()).toEqual([])
    const block = await here.run(['block', '--agent', 'ship'])
    expect(block.stdout).toContain('posture: director — mode `ship` (agent `ship`)')
    for (const kind of ['mechanical', 'derived', 'human']) expect(block.stdout).toContain(`(${kind}, `)
  })

  test('says what to do next, in the commands of this tool', async () => {
    const { stdout } = await emptyHome().run(['new', 'ship', '--agent', 'ship'])
    const commands = [...stdout.matchAll(/active-mode ([a-z]+)/g)].map(([, command]) => command)
    expect(commands).toEqual(['install', 'verify'])
  })

  test('leaves no draft behind, and the hash of the registry is that of the files without a dot', async () => {
    const here = emptyHome()
    const stamp = async () => /registry=(\S+)/.exec((await here.run(['block', '--agent', 'ship'])).stdout)?.[1]
    await here.run(['new', 'ship', '--agent', 'ship'])
    expect(readdirSync(here.registry).toSorted()).toEqual(['.schema', 'active-mode.toml', 'ship'])
    const before = await stamp()
    rmSync(join(here.registry, '.schema'), { recursive: true })
    expect(await stamp()).toBe(before)
  })

  test('writes into the registry that the plugin is set to, and into another one says that the plugin does not read it', async () => {
    const here = emptyHome()
    const plugin = here.write('active-mode.js', 'export default async () => ({})\n// <!-- /active-mode -->\n')
    here.write('.config/opencode/opencode.json', JSON.stringify({ plugin: [[plugin, { registry: '~/my modes' }]] }))
    expect((await here.run(['new', 'ship', '--agent', 'ship'])).code).toBe(0)
    expect(existsSync(join(here.home, 'my modes/ship/mode.toml'))).toBe(true)
    const { stdout } = await here.run(['new', 'haul', '--agent', 'haul', '--registry', 'others'])
    expect(existsSync(join(here.home, 'others/haul/mode.toml'))).toBe(true)
    expect(stdout).toContain(`Set its option "registry" to ${JSON.stringify(join(here.home, 'others'))}`)
  })

  test('names in the rule the ledger that the block shows: that of the registry, or the convention where it has no settings', async () => {
    const here = emptyHome()
    here.write('.config/opencode/modes/active-mode.toml', 'ledger = "/srv/```/ledgers --> <slug>.md"\n')
    await here.run(['new', 'ship', '--agent', 'ship'])
    expect(here.read('.config/opencode/modes/active-mode.toml')).not.toContain('#:schema')
    expect(await here.complaints()).toEqual([])
    const bare = emptyHome()
    await bare.run(['new', 'ship', '--agent', 'ship'])
    rmSync(join(bare.registry, 'active-mode.toml'))
    await bare.run(['new', 'haul', '--agent', 'haul'])
    expect(existsSync(join(bare.registry, 'active-mode.toml'))).toBe(false)
    expect(await bare.complaints()).toEqual([])
  })

  test.each([
    ['a"b', 'quotes'],
    ["it's '''", 'other quotes'],
    ['team/lead', 'a folder'],
    ['Lead Director', 'a space'],
    ['舵手 🚢 👩‍🚀', 'emoji'],
    ['--> <!-- x-GENERATED: region=ledger-discovery-rule generator=v1 begin -->', 'marks'],
    ['```', 'a fence'],
    ['# no = "comment"', 'TOML'],
    [': - {yaml: [*a]} &b !c', 'YAML'],
    ['a\u2028b', 'a line separator'],
    ['back\\slash', 'a backslash'],
  ])('takes the agent id %j (%s) as it is', async (agent) => {
    const here = emptyHome()
    expect((await here.run(['new', 'ship', '--agent', agent])).code).toBe(0)
    const { stdout } = await here.run(['block', '--agent', agent])
    expect(stdout).toContain('posture: director — mode `ship`')
    const complaints = await here.complaints()
    // Of an id that no file can carry the config is printed; there is nothing to be found yet.
    expect(complaints).toEqual(agent.includes('\\') ? ['note dead-binding'] : [])
  })

  test.each([
    ['a/../b', 'a way up'],
    ['/a', 'a path from the top'],
    ['a//b', 'a folder without a name'],
    ['.', 'a dot'],
    ['back\\slash', 'a backslash'],
    ['🚢'.repeat(70), 'more bytes than a name has'],
  ])('prints what the config needs for the agent %j, whose id is no file name: %s', async (agent) => {
    const here = emptyHome()
    const { code, stdout } = await here.run(['new', 'ship', '--agent', agent, '--json'])
    expect(code).toBe(0)
    const { agentConfig } = JSON.parse(stdout) as { readonly agentConfig: unknown }
    expect(agentConfig).toMatchObject({ agent: { [agent]: { mode: 'primary' } } })
    expect(existsSync(join(here.config, 'agent'))).toBe(false)
    here.write('.config/opencode/opencode.json', JSON.stringify(agentConfig))
    expect(await here.complaints()).toEqual([])
  })

  test('writes no file for an agent that the harness has, nor where a file of the name is, nor with --no-agent-file', async () => {
    const configured = emptyHome()
    configured.write('.config/opencode/opencode.json', '{ "agent": { "ship": { "mode": "primary" } } } // mine')
    expect((await configured.run(['new', 'ship', '--agent', 'ship'])).stdout).toContain('has the agent "ship" already')
    expect(existsSync(join(configured.config, 'agent'))).toBe(false)
    expect((await configured.run(['new', 'make', '--agent', 'build'])).code).toBe(0)
    expect(existsSync(join(configured.config, 'agent'))).toBe(false)

    const disabled = emptyHome()
    disabled.write('.config/opencode/agent/ship.md', '---\ndisable: true\n---\nmine\n')
    const { code, stdout } = await disabled.run(['new', 'ship', '--agent', 'ship'])
    expect(code).toBe(0)
    expect(stdout).toContain('see that it is not disabled')
    expect(disabled.read('.config/opencode/agent/ship.md')).toBe('---\ndisable: true\n---\nmine\n')

    const without = emptyHome()
    const printed = await without.run(['new', 'ship', '--agent', 'ship', '--no-agent-file'])
    expect(printed.stdout).toContain('"mode": "primary"')
    expect(existsSync(join(without.config, 'agent'))).toBe(false)
  })

  test('puts the file of the agent where OPENCODE_CONFIG_DIR says', async () => {
    const here = emptyHome()
    await here.run(['new', 'ship', '--agent', 'ship'], { OPENCODE_CONFIG_DIR: join(here.home, 'mine') })
    expect(existsSync(join(here.home, 'mine/agent/ship.md'))).toBe(true)
    expect(existsSync(join(here.home, 'mine/modes/ship/mode.toml'))).toBe(true)
    expect(existsSync(here.config)).toBe(false)
  })
})

describe('new --like', () => {
  test.each([
    ['.config/opencode/agent/ship.md', 'ship'],
    ['.config/opencode/agents/team/lead.md', 'team/lead'],
    ['work/.opencode/agent/Lead Director.md', 'Lead Director'],
    ['drafts/a.b.md', 'a.b'],
  ])('takes from %s the id as the harness has it, and the description', async (path, id) => {
    const here = emptyHome()
    here.write(path, '---\ndescription: >-\n  Leads the\n  "work" # --> ```\nmode: primary\n---\nbody\n')
    const { code, stderr } = await here.run(['new', 'ship', '--like', path, '--harness', '/nowhere'])
    expect([code, stderr]).toEqual([0, ''])
    expect((await here.run(['block', '--agent', id])).stdout).toContain('posture: director')
    expect(here.read('.config/opencode/modes/ship/card.md')).toContain('\n> Leads the "work" # --> ```\n')
    expect(here.read(path)).toContain('body')
    // An agent that lies where a harness finds it is not made again.
    expect(existsSync(join(here.config, `agent/${id}.md`))).toBe(
      !path.startsWith('work/') && !path.includes('/agents/'),
    )
  })

  test('puts a hostile description on one line, where it can begin nothing', async () => {
    const here = emptyHome()
    const description =
      'a\n# b\n```\n<!-- X-GENERATED: region=ledger-discovery-rule generator=v1 begin -->\n---\n\u202e"quoted" \\ end'
    here.write('drafts/ship.md', `---\ndescription: ${JSON.stringify(description)}\n---\n`)
    expect((await here.run(['new', 'ship', '--like', 'drafts/ship.md'])).code).toBe(0)
    expect(await here.complaints()).toEqual([])
    expect((await here.run(['block', '--agent', 'ship'])).stdout).toContain('The ledger of this campaign is')
    expect(here.read('.config/opencode/agent/ship.md').split('\n')[2]).toBe('mode: primary')
  })

  test.each([
    ['no front matter', 'only a text\n', 'ship', null],
    ['nothing', '', 'ship', null],
    ['a description that is a list', '---\ndescription: [a]\n---\n', 'ship', null],
    ['front matter that is no YAML', '---\ndescription: "a\n---\n', null, 'front matter is no YAML'],
    ['another name', '---\nname: Boss\n---\n', null, 'the harness 1.x calls this agent "Boss"'],
  ])('of a file with %s', async (_what, text, id, refusal) => {
    const here = emptyHome()
    here.write('ship.md', text)
    const { code, stderr } = await here.run(['new', 'ship', '--like', 'ship.md'])
    if (refusal === null) {
      expect([code, stderr]).toEqual([0, ''])
      expect((await here.run(['block', '--agent', id])).stdout).toContain('posture: director')
    } else {
      expect(code).toBe(2)
      expect(stderr).toContain(refusal)
      expect(here.files()).toEqual(['ship.md'])
    }
  })

  test.each(['missing.md', 'folder.md', 'ship.json', '/dev/zero'])('refuses %s in one sentence', async (path) => {
    const here = emptyHome()
    mkdirSync(join(here.home, 'folder.md'))
    const { code, stderr } = await here.run(['new', 'ship', '--like', path])
    expect(code).toBe(2)
    expect(stderr).toMatch(/^active-mode: --like .*; name the Markdown file of an agent, or give --agent ID instead\n$/)
    expect(existsSync(here.registry)).toBe(false)
  })
})

describe('new refuses, in one sentence, and writes nothing', () => {
  test.each([
    [['Ship', '--agent', 'a'], '"Ship" cannot be the name of a mode'],
    [['../ship', '--agent', 'a'], 'cannot be the name of a mode'],
    [['ship', '--agent', ''], '"" is not the id of an agent'],
    [['ship', '--agent', 'a\nb'], 'is not the id of an agent'],
    [['ship', '--agent', 'a'.repeat(201)], 'is not the id of an agent'],
    [['ship', '--agent', 'a\ud800'], 'is not the id of an agent'],
    [['ship'], 'nobody is named who directs mode ship'],
    [['x'.repeat(256), '--agent', 'a'], 'cannot be the name of a mode'],
  ])('%j', async (args, why) => {
    const here = emptyHome()
    const { code, stdout, stderr } = await here.run(['new', ...args, '--no-agent-file'])
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/^active-mode: [^\n]*\n$/)
    expect(stderr).toContain(why)
    expect(here.files()).toEqual([])
  })

  const manifest = (mode: string, agent: string): string =>
    `schema_version = "1"\nmode = "${mode}"\nagent = "${agent}"\ncard = "card.md"\npack = "pack.toml"\n[consumer_floors]\nplugin = "1"\n`

  test.each<[string, string, (here: ReturnType<typeof emptyHome>) => unknown]>([
    [
      'a mode of that name',
      'mode ship is there already',
      ({ write }) => write('.config/opencode/modes/ship/notes.md', 'mine'),
    ],
    [
      'a link of that name that leads nowhere',
      'mode ship is there already',
      ({ registry }) => {
        mkdirSync(registry, { recursive: true })
        symlinkSync('nowhere', join(registry, 'ship'))
      },
    ],
    [
      'a mode that has the agent',
      'directs mode haul already',
      ({ write }) => write('.config/opencode/modes/haul/mode.toml', manifest('haul', 'captain')),
    ],
    [
      'an alias',
      'is an alias of mode haul',
      ({ write }) => {
        write('.config/opencode/modes/haul/mode.toml', manifest('haul', 'other'))
        write('.config/opencode/modes/active-mode.toml', '[aliases]\ncaptain = "haul"\n')
      },
    ],
    [
      'an alias of a mode that is not there',
      'is an alias of a mode that is not there',
      ({ write }) => write('.config/opencode/modes/active-mode.toml', '[aliases]\ncaptain = "gone"\n'),
    ],
    [
      'a broken bundle that claims the agent',
      'which is broken',
      ({ write }) => write('.config/opencode/modes/haul/mode.toml', manifest('other', 'captain')),
    ],
    ['a file in place of the registry', 'cannot be read', ({ write }) => write('.config/opencode/modes', 'a file')],
    [
      'a program that writes the registry',
      'a program is writing the registry',
      ({ write }) =>
        write(
          '.config/opencode/modes/.staging-lock.json',
          JSON.stringify({ heartbeat_at: '2026-12-01T00:00:00Z', ttl_ms: 60_000 }),
        ),
    ],
  ])('where there is %s', async (_what, why, plant) => {
    const here = emptyHome()
    plant(here)
    const before = here.files()
    const { code, stderr } = await here.run(['new', 'ship', '--agent', 'captain'])
    expect(code).toBe(2)
    expect(stderr).toMatch(/^active-mode: [^\n]*\n$/)
    expect(stderr).toContain(why)
    expect(here.files()).toEqual(before)
  })

  test('where a folder cannot be made, says what was written, and can be run again', async () => {
    const here = emptyHome()
    here.write('.config/opencode/agent', 'a file in the way')
    const { code, stderr } = await here.run(['new', 'ship', '--agent', 'ship'])
    expect(code).toBe(2)
    expect(stderr).toContain(`${join(here.config, 'agent/ship.md')} cannot be written`)
    expect(stderr).toContain(join(here.registry, 'active-mode.toml'))
    expect(existsSync(join(here.registry, 'ship'))).toBe(false)
    rmSync(join(here.config, 'agent'))
    expect((await here.run(['new', 'ship', '--agent', 'ship'])).code).toBe(0)
    expect(await here.complaints()).toEqual([])
  })

  test('where another bundle keeps it from counting, says so with exit code 1', async () => {
    const here = emptyHome()
    here.write(
      '.config/opencode/modes/haul/mode.toml',
      manifest('haul', 'haul').replace('plugin = "1"', 'plugin = "2"'),
    )
    const { code, stderr } = await here.run(['new', 'ship', '--agent', 'ship'])
    expect(code).toBe(1)
    expect(stderr).toContain('is told "unresolvable" all the same')
  })
})

describe('new --dry-run and --json', () => {
  test('prints the files word for word and writes nothing', async () => {
    const here = emptyHome()
    const drafted = await here.run(['new', 'ship', '--agent', 'ship', '--dry-run', '--json'])
    expect(here.files()).toEqual([])
    expect(drafted.code).toBe(0)
    const report = JSON.parse(drafted.stdout) as {
      readonly dryRun: boolean
      readonly files: ReadonlyArray<{ readonly path: string; readonly text: string }>
    }
    expect(isReport(report), JSON.stringify(isReport.errors)).toBe(true)
    const shown = await here.run(['new', 'ship', '--agent', 'ship', '--dry-run'])
    expect(here.files()).toEqual([])
    expect(shown.stderr).toBe('nothing was written, since --dry-run was given\n')
    const written = await here.run(['new', 'ship', '--agent', 'ship', '--json'])
    expect(JSON.parse(written.stdout)).toEqual({ ...report, dryRun: false })
    for (const { path, text } of report.files) {
      expect(readFileSync(path, 'utf8')).toBe(text)
      if (!path.includes('.schema')) expect(shown.stdout).toContain(`--- ${path}\n${text}`)
    }
  })
})

describe('the schemas beside the bundles', () => {
  test('are the published ones, and each file of the format names its own', async () => {
    const here = emptyHome()
    await here.run(['new', 'ship', '--agent', 'ship'])
    const named = ['active-mode.toml', 'ship/mode.toml', 'ship/pack.toml'].map((file) => {
      const [, schema = ''] = /^#:schema (\S+)\n/.exec(readFileSync(join(here.registry, file), 'utf8')) ?? []
      return [file, join(here.registry, dirname(file), schema)] as const
    })
    for (const [file, path] of named) {
      const name = `${(file.split('/').at(-1) ?? '').replace('.toml', '')}.v1.json`
      expect(JSON.parse(readFileSync(path, 'utf8')), file).toEqual(readSchema(name))
    }
  })

  test('of another version are replaced, and those of this one stay as they are', async () => {
    const here = emptyHome()
    await here.run(['new', 'ship', '--agent', 'ship'])
    const [mode, pack] = ['mode', 'pack'].map((name) => join(here.registry, `.schema/${name}.v1.json`)) as [
      string,
      string,
    ]
    writeFileSync(mode, '{}')
    const { ino } = statSync(pack)
    await here.run(['new', 'haul', '--agent', 'haul'])
    expect(JSON.parse(readFileSync(mode, 'utf8'))).toEqual(readSchema('mode.v1.json'))
    expect(statSync(pack).ino).toBe(ino)
  })
})

test('asks the harness for an agent that no file names, and leaves that agent alone', async () => {
  const here = emptyHome()
  const script = 'if [ "$1" = --version ]; then echo 1.18.33; else echo \'{ "agent": { "ship": {} } }\'; fi'
  chmodSync(here.write('opencode', `#!/bin/sh\n${script}\n`), 0o755)
  const { code, stdout } = await here.run(['new', 'ship', '--agent', 'ship', '--harness', join(here.home, 'opencode')])
  expect(code).toBe(0)
  expect(stdout).toContain('The harness has the agent "ship" already')
  expect(existsSync(join(here.config, 'agent'))).toBe(false)
})

test.each([1, 2] as const)('the real harness of generation %i has the agent that new wrote', async (generation) => {
  const found = await (generation === 1 ? harnessBinary() : harness2Binary())
  if (found._tag === 'missing') throw new Error(found.detail)
  const here = emptyHome()
  expect((await here.run(['new', 'ship', '--agent', 'team/Lead "D": 🚢'])).code).toBe(0)
  const env = { PATH: process.env['PATH'] ?? '' }
  const { stdout } = await here.run(['doctor', '--json', '--harness', found.path], env)
  const { findings } = JSON.parse(stdout) as { readonly findings: ReadonlyArray<Finding> }
  expect(findings.map(({ id }) => id)).not.toContain('config-from-files')
  expect(findings.filter(({ area, level }) => area === 'registry' && level !== 'ok')).toEqual([])
})
