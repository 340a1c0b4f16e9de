import { execFile } from 'node:child_process'
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { harnessBinary } from '../../../../../lab/src/harness/harnessBinary.js'
import { passTick, scratch, sourceAt, stageRegistry } from '../scratch.js'

const probe = fileURLToPath(new URL('./runtimeProbe.ts', import.meta.url))

/** Runs the probe on the runtime inside the harness's executable, with few file descriptors to take. */
const inHarness = async (roots: ReadonlyArray<string>) => {
  const binary = await harnessBinary()
  if (binary._tag === 'missing') throw new Error(binary.detail)
  const { stdout } = await promisify(execFile)(
    'sh',
    ['-c', 'ulimit -n 256; exec "$@"', 'sh', binary.path, '--conditions=@active-mode/source', probe, ...roots],
    { env: { ...process.env, BUN_BE_BUN: '1' } },
  )
  return JSON.parse(stdout) as { runtime: string; taken: boolean; same: number; snapshots: ReadonlyArray<unknown> }
}

/** Every kind of damage once, next to what is whole. */
const damaged = async (root: string) => {
  await stageRegistry(root, {
    fixture: 'three-modes',
    changes: [
      { tear: 'ship/mode.toml' },
      { remove: 'explore/card.md' },
      {
        write: 'crlf/mode.toml',
        text: '\uFEFFschema_version = "1"\r\nmode = "crlf"\r\nagent = \'crlf\'\r\n[consumer_floors]\r\nplugin = "1"\r\n',
      },
      { write: 'future/mode.toml', text: 'schema_version = 2\n[agents]\nall = true\n' },
      { write: 'invalid/mode.toml', text: 'a = @\n' },
      { write: 'inline/mode.toml', text: 'x = { a = 1 }\nschema_version = "1"\n[[roles]]\nname = "a"\n' },
      { write: 'nul/mode.toml', text: new Uint8Array(4096) },
      { write: 'utf8/mode.toml', text: new Uint8Array([0x61, 0xff]) },
      { write: 'pack/pack.toml', text: '' },
    ],
  })
  await symlink('..', join(root, 'haul', 'up'))
  await symlink('/nowhere', join(root, 'away'))
  await writeFile(Buffer.concat([Buffer.from(`${root}/haul/`), Buffer.from([0xff, 0x0a, 0x5c])]), 'odd')
  return root
}

test('the runtime of the harness reads what Node reads, and opens nothing while nothing changed', async () => {
  const home = await scratch()
  const roots = [await stageRegistry(join(home, 'modes')), await damaged(join(home, 'damaged'))]
  await passTick()
  const answer = await inHarness(roots)
  expect(answer).toMatchObject({ runtime: expect.stringMatching(/^\d/) as string, taken: true, same: 1_000 })
  expect(answer.snapshots).toEqual(await Promise.all(roots.map((root) => sourceAt(root).snapshot())))
})
