import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { registryFixture } from '@active-mode/fixtures/registry'
import { copyRecording } from '../support/copyRecording.js'
import { pageText } from '../support/pageText.js'
import { recorded, runTool, type ToolSettings } from '../support/runTool.js'

/** An audit of the recorded log. */
const onLog = (...args: ReadonlyArray<string>): ReadonlyArray<string> => [
  'audit',
  '--log',
  recorded('decisions'),
  ...args,
]

/** What an audit of a log says in JSON. */
const report = async (log: string, ...args: ReadonlyArray<string>): Promise<Report> =>
  JSON.parse((await runTool(['audit', '--log', log, '--json', ...args])).stdout) as Report

interface Report {
  readonly totals: { readonly decisions: number }
  readonly scope: object
  readonly rows: ReadonlyArray<object>
  readonly findings: ReadonlyArray<{ readonly id: string }>
}

const scratch = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'active-mode-cli-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Lays the recorded store where the harness keeps it. */
const ownStore = (home: string): string => {
  const store = join(home, '.local', 'share', 'opencode', 'opencode.db')
  cpSync(recorded('opencode.db'), store)
  return store
}

describe('the conventions', () => {
  test.each([[[]], [['decide']], [['block']], [['doctor']], [['audit']]])(
    '%j --help ends well, on stdout, with examples',
    async (command) => {
      const { code, stdout, stderr } = await runTool([...command, '--help'])
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout).toContain('Examples:\n  active-mode')
    },
  )

  test.each(['audit', 'doctor'])('%s --help names a schema that is in the package', async (command) => {
    const [, path = ''] =
      /(dist\/schema\/\S+\.json)/.exec((await runTool([command, '--help'])).stdout.replaceAll(/\n\s+/g, ' ')) ?? []
    expect(JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'))).toMatchObject({
      $id: expect.stringContaining(command) as string,
    })
  })

  test('doctor --help says what a note does to the exit code', async () => {
    expect((await runTool(['doctor', '--help'])).stdout).toContain('A note does not: it is something to know')
  })

  test('--version is a version', async () => {
    const { code, stdout, stderr } = await runTool(['--version'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  test.each([
    [['nonsense']],
    [['audit', '--nonsense']],
    [['block']],
    [['audit', '--store', 'a', '--export', 'b']],
    [['audit', '--since', 'yesterday', '--log', recorded('decisions')]],
  ])('%j is exit code 2, with nothing on stdout', async (args) => {
    const { code, stdout, stderr } = await runTool(args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).not.toBe('')
  })

  test.each([
    ['a log that is not there', ['audit', '--log', '/nowhere/log'], '/nowhere/log', '--log DIR'],
    ['a store that is not there', onLog('--store', '/nowhere/opencode.db'), '/nowhere/opencode.db', 'opencode.db'],
    ['a store that is none', onLog('--store', recorded('campaign.json')), 'campaign.json', '--export'],
    ['an export that is not there', onLog('--export', '/nowhere/export.json'), '/nowhere/export.json', 'permissions'],
    ['an export that is none', onLog('--export', recorded('campaign.json')), 'campaign.json', 'opencode export'],
    ['a vault that is not there', onLog('--vault', '/nowhere/vault'), '/nowhere/vault', '--vault'],
    ['a session that nobody knows', onLog('--session', 'ses_none'), 'ses_none', 'check its id'],
    ['a page that cannot be written', onLog('--html', '/nowhere/page.html'), '/nowhere/page.html', 'another path'],
  ])('%s is one sentence with what, where and what to do', async (_, args, where, remedy) => {
    const { code, stdout, stderr } = await runTool(args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
    expect(stderr).toContain(where)
    expect(stderr).toContain(remedy)
  })

  test('colour is for terminals, and NO_COLOR is honoured', async () => {
    const audit = (env: NodeJS.ProcessEnv, stdout: boolean) =>
      runTool(onLog(), { env, isTerminal: { stdout, stderr: false } })
    expect((await audit({}, true)).stdout).toContain('\u001b[')
    expect((await audit({ NO_COLOR: '1' }, true)).stdout).not.toContain('\u001b[')
    expect((await audit({}, false)).stdout).not.toContain('\u001b[')
  })

  test('progress is for terminals, on stderr, and --quiet is quiet', async () => {
    const isTerminal = { stdout: false, stderr: true }
    const audit = (...more: ReadonlyArray<string>) =>
      runTool(onLog('--html', join(scratch(), 'page.html'), ...more), { isTerminal })
    expect((await audit()).stderr).toMatch(/\[#+\.*\] +\d+ %/)
    expect((await audit('--quiet')).stderr).toBe('')
  })

  test('the program that is not built yet says in one sentence what to run', () => {
    const folder = scratch()
    mkdirSync(join(folder, 'bin'))
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    const program = join(folder, 'bin', 'active-mode.js')
    copyFileSync(new URL('../../bin/active-mode.js', import.meta.url), program)
    const { status, stderr } = spawnSync(process.execPath, [program], { encoding: 'utf8' })
    expect(status).toBe(2)
    expect(stderr).toMatch(/^active-mode: .* is missing; make it with: npm run build\n$/)
  })
})

describe('audit', () => {
  test('--share hides home folders, in text, JSON, rows and page, and leaves out the titles of sessions', async () => {
    const home = join(scratch(), 'home', 'alice')
    const { editExport, export: exported, log } = copyRecording()
    editExport((text) =>
      text
        .replaceAll('"directory": "/project"', `"directory": "${home}/secret-project"`)
        .replaceAll(/"title": "[^"]*"/g, '"title": "find the harbour"'),
    )
    cpSync(log, join(home, 'decisions'), { recursive: true })
    copyFileSync(exported, join(home, 'export.json'))
    const given = ['audit', '--log', join(home, 'decisions'), '--export', join(home, 'export.json')]
    const page = join(scratch(), 'page.html')
    await runTool([...given, '--html', page], { home })
    expect(pageText(readFileSync(page, 'utf8'))).toContain(`${home}/secret-project`)
    expect(pageText(readFileSync(page, 'utf8'))).toContain('find the harbour')
    await runTool([...given, '--html', page, '--share'], { home })
    const forms = [
      pageText(readFileSync(page, 'utf8')),
      (await runTool([...given, '--share'], { home })).stdout,
      (await runTool([...given, '--share', '--json', '--rows'], { home })).stdout,
    ]
    for (const text of forms) {
      expect(text).toContain('~/decisions')
      expect(text).not.toContain(home)
      expect(text).not.toContain('alice')
      expect(text).not.toContain('find the harbour')
    }
    expect(forms[0]).toContain('~/secret-project')
  })

  test.each(['/home/bob', '/Users/bob', 'C:\\\\Users\\\\bob'])(
    '--share hides the home of another person: %s',
    async (other) => {
      const { editExport, export: exported, log } = copyRecording()
      editExport((text) => text.replaceAll('"directory": "/project"', `"directory": "${other}/x"`))
      const { stdout } = await runTool(
        ['audit', '--log', log, '--export', exported, '--html', '-', '--share', '--quiet'],
        { home: '/home/alice' },
      )
      expect(pageText(stdout)).toContain('~/x')
      expect(pageText(stdout)).not.toContain('bob')
    },
  )

  test('--html - is the page on stdout, and the report on stderr', async () => {
    const directory = scratch()
    const { code, stdout, stderr } = await runTool(onLog('--html', '-'), { directory })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^<!doctype html>[^]*<\/html>\n?$/)
    expect(stderr).toContain('20 decisions in 4 sessions')
    expect(existsSync(join(directory, '-'))).toBe(false)
    expect((await runTool(onLog('--html', '-', '--quiet'))).stderr).toBe('')
    expect(await runTool(onLog('--html', '-', '--json'))).toMatchObject({ code: 2, stdout: '' })
  })

  test.each([40, 60, 80, 120])(
    'on a terminal of %i columns no line is longer, and nothing is lost',
    async (columns) => {
      const { log, editLines, director, export: exported } = copyRecording()
      editLines(director, (lines) => [
        'not ours\n',
        ...lines.map((line, at) => (at === 0 ? { ...line, blockSha256: null, blockBytes: 0 } : line)),
      ])
      const { stdout } = await runTool(['audit', '--log', log, '--export', exported], {
        columns,
        isTerminal: { stdout: true, stderr: false },
        env: { NO_COLOR: '1' },
      })
      for (const line of stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(columns)
      for (const word of ['director-without-block', 'foreign-line', director])
        expect(stdout.replaceAll(/\n\s*/g, '')).toContain(word)
    },
  )

  test('on a wide terminal, and on a pipe, the findings are a table', async () => {
    const { log, editLines, director } = copyRecording()
    editLines(director, (lines) => ['not ours\n', ...lines])
    for (const columns of [200, null])
      expect((await runTool(['audit', '--log', log], { columns })).stdout).toContain('│ foreign-line │')
  })

  test('a request whose agent the harness named with the request is shown with that agent, though nothing else tells it', async () => {
    const { log, editLines, director } = copyRecording()
    editLines(director, (lines) => [
      {
        ...lines[0],
        sessionInfo: { _tag: 'request', sessionId: director, agent: 'ship' },
        requestAgent: null,
        confirmed: null,
        posture: { ...lines[0]?.posture, via: 'request' },
      },
    ])
    const { rows, findings } = await report(log, '--session', director, '--rows')
    expect(rows).toMatchObject([{ kind: 'request', agent: 'ship', findings: ['unconfirmed'] }])
    expect(findings).toMatchObject([{ evidence: { sessionAgent: 'ship' } }])
  })

  test('a torn line says which turn it may stand for', async () => {
    const { log, editLines, director, export: exported } = copyRecording()
    let gone = ''
    editLines(director, (lines) => {
      gone = String(lines[1]?.messageId)
      return [...lines.toSpliced(1, 1), '{"v":1,"at":"20']
    })
    const torn = (mayStandFor: unknown) => ({ findings: [{ id: 'torn-line', evidence: { mayStandFor } }] })
    expect(await report(log, '--export', exported)).toMatchObject(torn([{ messageId: gone }]))
    expect(await report(log)).toMatchObject(torn(expect.stringContaining('not known')))
  })

  test('the evidence of a turn that has one of two decisions does not say that all are there', async () => {
    const { log, editLines, director, export: exported } = copyRecording()
    editLines(director, (lines) =>
      lines.toSpliced(
        lines.findIndex(({ messageId }, at) => lines[at + 1]?.messageId === messageId),
        1,
      ),
    )
    expect((await report(log, '--export', exported)).findings).toMatchObject([
      { id: 'turn-without-decision', evidence: { requests: 2, decided: 1, missing: 1 } },
    ])
  })

  test('--session looks at one session, --since at what is later', async () => {
    const { log, director, findings, editLines } = copyRecording()
    editLines(director, (lines) => ['foreign\n', ...lines])
    expect(await findings(['--session', director])).toEqual(['foreign-line'])
    expect((await report(log, '--since', '2027-01-01')).totals.decisions).toBe(0)
  })

  test('a terminal is never fed what a log says in control characters', async () => {
    const { log, director, editLines } = copyRecording()
    editLines(director, (lines) =>
      lines.map((line, at) => (at === 1 ? { ...line, requestAgent: '\u001b[31mship\u202e', confirmed: false } : line)),
    )
    const { stdout } = await runTool(['audit', '--log', log])
    expect(stdout).not.toContain('\u001b')
    expect(stdout).not.toContain('\u202e')
  })

  test('sessions with unusual ids share a file and are audited each', async () => {
    const { log, copilot, editLines, findings, folder } = copyRecording()
    writeFileSync(join(folder, 'export.json'), '[]')
    editLines(copilot, (lines) => lines.flatMap((line) => ['../a', 'b c'].map((sessionId) => ({ ...line, sessionId }))))
    renameSync(join(log, `${copilot}.jsonl`), join(log, 'other.jsonl'))
    expect(await findings()).toEqual([])
    expect((await report(log, '--session', '../a')).totals).toMatchObject({ sessions: 1, decisions: 2 })
  })

  test("this person's own log is joined to this person's own store", async () => {
    const home = scratch()
    const { log } = copyRecording()
    const store = ownStore(home)
    cpSync(log, join(home, 'state', 'active-mode', 'decisions'), { recursive: true })
    const { code, stdout } = await runTool(['audit', '--json'], { home, env: { XDG_STATE_HOME: join(home, 'state') } })
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ scope: { store } })
  })
})

describe('on a machine that logs nothing while no registry is staged', () => {
  /** Audits this person's own log and store; the log's newest turn is taken out of it. */
  const audit = async (home: string): Promise<ReadonlyArray<string>> => {
    const { log, director, editLines } = copyRecording()
    editLines(director, (lines) => lines.slice(0, -1))
    ownStore(home)
    cpSync(log, join(home, '.local', 'state', 'active-mode', 'decisions'), { recursive: true })
    const { stdout } = await runTool(['audit', '--json'], { home, directory: home })
    return (JSON.parse(stdout) as Report).findings.map(({ id }) => id)
  }

  test('turns after the last line are no finding', async () => {
    expect(await audit(scratch())).toEqual([])
  })

  test('they are where a registry is staged, or an option names one', async () => {
    const staged = scratch()
    cpSync(registryFixture('three-modes'), join(staged, '.config', 'opencode', 'modes'), { recursive: true })
    expect(await audit(staged)).toEqual(['turn-without-decision'])
    const named = scratch()
    mkdirSync(join(named, '.config', 'opencode'), { recursive: true })
    writeFileSync(
      join(named, '.config', 'opencode', 'opencode.json'),
      '{ "plugin": [["@active-mode/harness-adapter", { "registry": "/nowhere/modes" }]] }',
    )
    expect(await audit(named)).toEqual(['turn-without-decision'])
  })
})

describe('block', () => {
  const block = (agent: string, settings: ToolSettings = {}, registry = registryFixture('three-modes')) =>
    runTool(['block', '--agent', agent, '--registry', registry], settings)

  test('prints byte for byte what is spliced, as the log has its hash', async () => {
    const { code, stdout, stderr } = await block('ship')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(
      /^## Active mode\n\nposture: director — mode `ship` \(agent `ship`\)\n[^]*<!-- \/active-mode -->$/,
    )
    expect(createHash('sha256').update(stdout).digest('hex')).toMatch(/^[0-9a-f]{64}$/)
  })

  test('says for whom it is silent, and why', async () => {
    const silence = (why: string) => ({ code: 0, stdout: '', stderr: expect.stringContaining(why) as string })
    expect(await block('plan')).toMatchObject(silence('no mode'))
    expect(await runTool(['block', '--agent', 'plan'])).toMatchObject(silence('there is no registry'))
  })

  test.each([
    ['an empty id', ''],
    ['an id that is too long', 'a'.repeat(201)],
    ['an id with a control character', 'a\u0007'],
  ])('%s is no agent of the harness: a usage error, and no block of nothing', async (_, agent) => {
    const { code, stdout, stderr } = await block(agent)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^active-mode: --agent .*\n$/)
  })

  test('names the agents that have a mode where the one that was asked for has none', async () => {
    const { stderr } = await block('shipp')
    expect(stderr).toMatch(/agents with a mode: .*\bship\b/)
    expect(stderr).toContain('quartermaster')
  })

  test('ends its line on a terminal, where it is read and not hashed', async () => {
    const { stdout } = await block('ship', { isTerminal: { stdout: true, stderr: true } })
    expect(stdout.endsWith('<!-- /active-mode -->\n')).toBe(true)
  })

  test('prints what is told where the registry is not to be had', async () => {
    const { stdout } = await block('ship', {}, '/nowhere/modes')
    expect(stdout).toContain('posture: unresolvable — re-bind from the ledger')
  })
})

test('the version of the tool is that of its package', () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  return expect(runTool(['--version'])).resolves.toMatchObject({ stdout: `${version}\n` })
})
