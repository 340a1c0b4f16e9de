import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, closeSync, fstatSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Flight, landedLines } from '../../../src/log/live/append.js'

let folder: string
let file: string
let fd: number
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'active-mode-flight-'))
  file = join(folder, 'ses_a.jsonl')
  writeFileSync(file, '{"n":1}\n')
  fd = openSync(file, 'a+')
})
afterEach(() => {
  closeSync(fd)
  rmSync(folder, { recursive: true, force: true })
})

const lines = ['{"n":2}', '{"n":3}']
const flight = (): Flight => ({ fd, from: fstatSync(fd).size, lines })

describe('a write that was begun when the process ends', () => {
  test('is waited for while it goes on elsewhere', async () => {
    const begun = flight()
    const writer = spawn('sh', ['-c', `echo ready; sleep 0.03; printf '{"n":9}\\n{"n":2}\\n{"n":3}\\n' >> '${file}'`])
    await once(writer.stdout, 'data')
    expect(landedLines(begun)).toBe(2)
  })

  test('that never arrives is given up in a tenth of a second', () => {
    const start = performance.now()
    expect(landedLines(flight())).toBe(0)
    expect(performance.now() - start).toBeLessThan(2000)
  })

  test('and was cut by a full disk counts for its whole lines', () => {
    const begun = flight()
    appendFileSync(file, '{"n":2}\n{"n"')
    expect(landedLines(begun)).toBe(1)
  })

  test('does not count what was in the file before', () => {
    appendFileSync(file, `${lines.join('\n')}\n`)
    expect(landedLines(flight())).toBe(0)
  })
})
