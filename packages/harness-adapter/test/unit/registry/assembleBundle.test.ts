import { expect, test } from 'vitest'
import { assembleBundle, partFiles } from '../../../src/registry/assembleBundle.js'
import type { FileContent } from '../../../src/registry/format/FileContent.js'
import { decodeManifest } from '../../../src/registry/format/manifest.js'

const bytes = (text: string): FileContent => ({ _tag: 'bytes', bytes: new TextEncoder().encode(text) })

const manifest = (files: string) =>
  decodeManifest(
    'haul',
    bytes(`schema_version = "1"\nmode = "haul"\nagent = "porter"\n${files}moed = 1\n[consumer_floors]\nplugin = "1"\n`),
  )

const pack = '[[phases]]\nname = "a"\nx = 1\n[[phases.gates]]\nname = "b"\nkind = "c"\nowner = "d"\n'

test('a bundle needs the files that its manifest names', () => {
  expect(partFiles(manifest('card = "c.md"\npack = "p.toml"\n'))).toEqual(['p.toml', 'c.md'])
  expect(partFiles(manifest('card = "c.md"\n'))).toEqual(['c.md'])
  expect(partFiles(manifest(''))).toEqual([])
  expect(partFiles(decodeManifest('haul', bytes('@')))).toEqual([])
})

test('a part that cannot be used is missing by name, and the claim stands', () => {
  const contents: Readonly<Record<string, FileContent>> = { 'p.toml': bytes(pack) }
  const absent: FileContent = { _tag: 'failed', why: 'absent', detail: 'there is no such file' }
  const reading = manifest('card = "c.md"\npack = "p.toml"\n')
  expect(assembleBundle(reading, (file) => contents[file] ?? absent)).toEqual({
    directory: 'haul',
    floor: { directory: 'haul', schemaVersion: '1', pluginFloor: '1' },
    bundle: {
      _tag: 'Right',
      right: {
        mode: 'haul',
        agent: 'porter',
        aliases: [],
        pack: expect.objectContaining({ _tag: 'present' }) as unknown,
        ledgerRule: { _tag: 'missing', part: 'card.md', why: 'absent', detail: 'c.md: there is no such file' },
      },
    },
    readable: ['porter'],
    unknownKeys: ['mode.toml: moed', 'p.toml: phases[0].x'],
  })
})

test('a bundle that is broken keeps its floor, what can be read of it and its unknown keys', () => {
  const reading = decodeManifest('haul', bytes('schema_version = "1"\nmode = "lug"\nagent = "porter"\nmoed = 1\n'))
  expect(assembleBundle(reading, () => bytes(''))).toMatchObject({
    directory: 'haul',
    floor: { schemaVersion: '1', pluginFloor: null },
    bundle: { _tag: 'Left', left: { why: 'invalid', claims: ['porter'] } },
    readable: ['porter'],
    unknownKeys: ['mode.toml: moed'],
  })
})
