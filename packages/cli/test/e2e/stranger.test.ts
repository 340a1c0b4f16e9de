import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { harnessBinary } from '@active-mode/lab/harness'
import { harness2Binary } from '@active-mode/lab/harness2'

/*
 * From nothing to a protected director: an empty home, a harness on the PATH, three commands of the built tool, and no file edited by hand.
 */

const bin = fileURLToPath(new URL('../../bin/active-mode.js', import.meta.url))

interface Report {
  readonly findings: ReadonlyArray<unknown>
  readonly requests: ReadonlyArray<{
    readonly occasion: string
    readonly agent: string
    readonly system: ReadonlyArray<string>
    readonly verdict: string
  }>
}

test.each([
  ['1.x', harnessBinary],
  ['2.x', harness2Binary],
] as const)(
  'new, install and verify put the block of a director on the wire of %s, and uninstall takes the plugin back',
  async (_, findBinary) => {
    const binary = await findBinary()
    if (binary._tag === 'missing') throw new Error(binary.detail)
    const root = mkdtempSync(join(tmpdir(), 'active-mode-stranger-'))
    onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }))
    const [home, project, path] = ['home', 'project', 'bin'].map((name) => join(root, name)) as [string, string, string]
    for (const folder of [home, project, path]) mkdirSync(folder)
    const config = join(home, '.config', 'opencode')
    symlinkSync(binary.path, join(path, 'opencode'))

    const tool = (...args: ReadonlyArray<string>): string => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
        cwd: project,
        encoding: 'utf8',
        env: { PATH: `${path}:/usr/bin:/bin`, HOME: home },
      })
      expect(status, `active-mode ${args.join(' ')}: ${stdout}${stderr}`).toBe(0)
      return stdout
    }

    expect(tool('new', 'ship', '--agent', 'ship')).toContain('active-mode install')
    expect(tool('install')).toContain('the plugin loads')
    const report = JSON.parse(tool('verify', '--json')) as Report

    expect(report.findings).toEqual([])
    expect(report.requests.map(({ occasion, agent, verdict }) => [occasion, agent, verdict])).toEqual([
      ['turn', 'ship', 'as-promised'],
      ['compaction', 'ship', 'as-promised'],
      ['turn after the compaction', 'ship', 'as-promised'],
      ['turn', 'build', 'as-promised'],
    ])
    // Word for word what the model received, but for the evidence that the stamp names.
    const block = tool('block', '--agent', 'ship').replace(/ via=\S+/, '')
    expect(block).toMatch(/^## Active mode\n\nposture: director — mode `ship` \(agent `ship`\)\n/)
    expect(
      report.requests.map(({ system }) =>
        system
          .join('\n')
          .replace(/ via=\S+/, '')
          .trimEnd()
          .endsWith(block.trimEnd()),
      ),
    ).toEqual([true, false, true, false])
    expect(report.requests.map(({ system }) => system.join('\n').includes('## Active mode'))).toEqual([
      true,
      false,
      true,
      false,
    ])

    tool('uninstall')
    expect(readdirSync(config).toSorted(), 'what new wrote stays').toEqual(['agent', 'modes'])
    expect(existsSync(join(home, '.local', 'share', 'active-mode'))).toBe(false)
  },
)
