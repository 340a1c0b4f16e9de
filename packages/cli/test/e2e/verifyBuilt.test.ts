import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { harness2Binary } from '@active-mode/lab/harness2'
import { buildPlugin, pluginFolder } from '../../../../tools/build/buildPlugin.js'
import { stagedHome } from '../support/verified.js'

const bin = fileURLToPath(new URL('../../bin/active-mode.js', import.meta.url))

beforeAll(buildPlugin)

/** The processes that run in a folder. */
const processesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync('/proc').filter((id) => {
    try {
      return /^\d+$/.test(id) && readlinkSync(`/proc/${id}/cwd`).startsWith(folder)
    } catch {
      return false
    }
  })

test('the built tool ends the harness and removes its folder when it is interrupted', async () => {
  const { home, config } = stagedHome()
  config({ plugins: [pluginFolder] })
  const binary = await harness2Binary()
  if (binary._tag === 'missing') throw new Error(binary.detail)
  const tmp = join(home, 'tmp')
  mkdirSync(tmp)
  const child = spawn(process.execPath, [bin, 'verify', '--harness', binary.path], {
    cwd: join(home, 'project'),
    env: { PATH: process.env['PATH'], HOME: home, TMPDIR: tmp },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise((resolve) => child.once('close', (_, signal) => resolve(signal)))
  let said = ''
  await new Promise<void>((resolve, reject) => {
    child.once('close', () => reject(new Error(said)))
    child.stderr.on('data', (text: Buffer) => {
      said += text.toString()
      if (said.includes('speaks')) resolve()
    })
  })
  expect(processesIn(tmp)).toHaveLength(1)
  child.kill('SIGINT')
  expect(await ended).toBe('SIGINT')
  await expect.poll(() => processesIn(tmp)).toEqual([])
  expect(readdirSync(tmp)).toEqual([])
})

test('of the lab nothing but the drivers of the harness is in the built tool', () => {
  const built = readFileSync(new URL('../../dist/cli.js', import.meta.url), 'utf8')
  const rooms = [...built.matchAll(/^\/\/ \.\.\/lab\/src\/(\w+)/gm)].map(([, room]) => room)
  expect([...new Set(rooms)].toSorted()).toEqual(['harness', 'harness2'])
  expect(built).not.toMatch(/^\/\/ \.\.\/fixtures\/|^\/\/ \.\.\/\.\.\/tools\//m)
})
