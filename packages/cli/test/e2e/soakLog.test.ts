import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { buildPlugin } from '../../../../tools/build/buildPlugin.js'
import { makeStory } from '../../../lab/src/soak/makeStory.js'
import { playStory } from '../../../lab/src/soak/playStory.js'
import { type Line, readLogLines, writeLines } from '../support/copyRecording.js'
import { runTool } from '../support/runTool.js'

const turns = Number(process.env['TURNS'] ?? 60)
// A story in which sessions begin as directors and as copilots; not every one has both.
const seed = Number(process.env['SEED'] ?? 11)

let kept: string

beforeAll(async () => {
  kept = mkdtempSync(join(tmpdir(), 'active-mode-soak-log-'))
  await buildPlugin()
  await playStory(makeStory(seed, 2 * turns), { turns, keep: kept })
})
afterAll(() => rmSync(kept, { recursive: true, force: true }))

const audit = async (folder: string): Promise<ReadonlyArray<unknown>> => {
  const { stdout, stderr } = await runTool([
    'audit',
    '--log',
    join(folder, 'decisions'),
    '--store',
    join(folder, 'opencode.db'),
    '--json',
  ])
  if (stdout === '') throw new Error(stderr)
  return (JSON.parse(stdout) as { findings: ReadonlyArray<unknown> }).findings
}

/** A copy of the log and the store, for one test to spoil. */
const copy = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'active-mode-soak-log-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(kept, folder, { recursive: true })
  return folder
}

/** A copy in which a stored registry is no longer what its name says. */
const withForgedRegistry = (): string => {
  const folder = copy()
  const [name = ''] = readdirSync(join(folder, 'decisions', 'registries'))
  const file = join(folder, 'decisions', 'registries', name)
  writeFileSync(file, readFileSync(file, 'utf8').replace('"_tag"', '"_tag" '))
  return folder
}

/** A copy in which one line, the first that a claim fits, is another. */
const spoilt = (claim: (line: Line, place: number) => boolean, edit: (line: Line) => Line): string => {
  const folder = copy()
  for (const name of readdirSync(join(folder, 'decisions')).filter((each) => each.endsWith('.jsonl'))) {
    const file = join(folder, 'decisions', name)
    const lines = readLogLines(file)
    const at = lines.findIndex(claim)
    if (at < 0) continue
    writeLines(
      file,
      lines.map((line, place) => (place === at ? edit(line) : line)),
    )
    return folder
  }
  throw new Error('no line of the log fits')
}

/** The first line of a session follows no compaction. */
const isFirst =
  (tag: string) =>
  ({ posture }: Line, place: number): boolean =>
    place === 0 && posture._tag === tag

describe(`on the log and the store of random sessions of ${turns} turns (SEED=${seed})`, () => {
  test('the audit finds nothing', async () => {
    expect(await audit(kept)).toEqual([])
  })

  test.each<[string, () => string, string]>([
    [
      'a removed block',
      () => spoilt(isFirst('director'), (line) => ({ ...line, blockSha256: null, blockBytes: 0 })),
      'director-without-block',
    ],
    [
      'a block for a copilot',
      () => spoilt(isFirst('copilot'), (line) => ({ ...line, blockSha256: 'a'.repeat(64), blockBytes: 900 })),
      'copilot-with-block',
    ],
    [
      'a forged outcome',
      () => spoilt(isFirst('director'), (line) => ({ ...line, posture: { ...line.posture, mode: 'gone' } })),
      'drift',
    ],
    [
      'a request that nobody confirmed',
      () => spoilt(isFirst('director'), (line) => ({ ...line, requestAgent: null, confirmed: null })),
      'unconfirmed',
    ],
    ['a changed registry', withForgedRegistry, 'registry-forged'],
  ])('with %s it finds that and no other', async (_, plant, id) => {
    expect(await audit(plant())).toEqual([expect.objectContaining({ id })])
  })
})
