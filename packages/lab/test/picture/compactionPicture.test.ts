import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type Recording, recordingFile } from '../../src/demo/Recording.js'
import { compactionPicture } from '../../src/picture/compactionPicture.js'

const read = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../../${path}`, import.meta.url)), 'utf8')

const recording: Recording = JSON.parse(read(recordingFile.committed))

/** The texts of the picture that look like that, in order. */
const shown = (picture: string, look: string): ReadonlyArray<string> =>
  [...picture.matchAll(new RegExp(`<text class="${look}"[^>]*>([^<]*)<`, 'g'))].map(([, text = '']) =>
    text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
  )

test('the picture in README is drawn from the recording', () => {
  expect(read('docs/img/compaction.svg'), 'out of date: npm run pages').toBe(compactionPicture(recording))
})

test('it shows the block twice, in lines that the model received in their order, and says of no other text that it is one', () => {
  const received = recording.withPlugin.before.system
  const block = shown(compactionPicture(recording), 'block').filter((line) => line !== '…')
  const places = block.map((line) => received.findIndex((one) => one.startsWith(line.replace(/ …$/, ''))))
  expect(block.length).toBeGreaterThanOrEqual(10)
  expect(block.slice(0, block.length / 2)).toEqual(block.slice(block.length / 2))
  expect(places).not.toContain(-1)
  const half = places.slice(0, places.length / 2)
  expect(half).toEqual([...half].sort((one, other) => one - other))
  expect(block).toContain('posture: director — mode `ship` (agent `ship`)')
})

test('it is not drawn where the compaction lost nothing, or changed the block', () => {
  const { without, withPlugin } = recording
  const kept = { ...without, after: without.before }
  const changed = { ...withPlugin, after: without.after }
  expect(() => compactionPicture({ ...recording, without: kept })).toThrow('nothing to show')
  expect(() => compactionPicture({ ...recording, withPlugin: changed })).toThrow('not the one before it')
})
