import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decidePosture } from '@active-mode/core'
import { readScenario, referencePosture, scenarioFolders } from '@active-mode/fixtures'

const folders = scenarioFolders()

describe('scenarios', () => {
  test.each(folders.map((folder) => [basename(folder), folder] as const))('%s', (_, folder) => {
    const { request, posture } = readScenario(folder)
    const { sessionInfo, bundle, switchStream } = request
    for (const decide of [decidePosture, referencePosture])
      expect(decide(sessionInfo, bundle, switchStream)).toEqual(posture)
  })

  test('no number is given twice', () => {
    const numbers = folders.map((folder) => basename(folder).slice(0, 2))
    expect(numbers).toEqual([...new Set(numbers)])
  })
})

describe('a folder that is no scenario is refused by its name', () => {
  let scratch: string
  beforeAll(() => {
    scratch = mkdtempSync(join(tmpdir(), 'active-mode-scenarios-'))
  })
  afterAll(() => rmSync(scratch, { recursive: true }))

  test.each<[string, string, (folder: string) => void, string]>([
    [
      'a file is missing',
      '90-no-posture',
      (folder) => rmSync(join(folder, 'posture.json')),
      'it wants README.md, posture.json, request.json and holds README.md, request.json',
    ],
    [
      'a file is too many',
      '91-notes',
      (folder) => writeFileSync(join(folder, 'notes.txt'), ''),
      'it wants README.md, posture.json, request.json and holds README.md, notes.txt, posture.json, request.json',
    ],
    [
      'a file is torn',
      '92-torn',
      (folder) => writeFileSync(join(folder, 'request.json'), '{"sessionInfo":'),
      'request.json is no JSON',
    ],
    [
      'the request is none',
      '93-other',
      (folder) =>
        writeFileSync(
          join(folder, 'request.json'),
          '{"sessionInfo":{"_tag":"known","sessionId":"ses_1"},"bundle":{"_tag":"absent"},"switchStream":{"_tag":"unread"}}',
        ),
      'request.json: sessionInfo.agent: expected string',
    ],
    [
      'the posture is none',
      '94-posture',
      (folder) => writeFileSync(join(folder, 'posture.json'), '{"_tag":"captain"}'),
      'posture.json: _tag: expected ',
    ],
    [
      'it tells no story',
      '95-silent',
      (folder) => writeFileSync(join(folder, 'README.md'), '\n'),
      'README.md is not one paragraph',
    ],
    ['it has no number', 'a-scenario', () => undefined, 'the folder is not named NN-slug'],
  ])('%s', (_, name, damage, sentence) => {
    const folder = join(scratch, name)
    mkdirSync(folder)
    cpSync(folders[0] ?? '', folder, { recursive: true })
    damage(folder)
    expect(() => readScenario(folder)).toThrow(`scenario ${name}: ${sentence}`)
  })
})
