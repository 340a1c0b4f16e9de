import { describe, expect, test } from 'vitest'
import { decidePosture, type StagedRegistry } from '@active-mode/core'
import { readRegistryOnce } from '../../../harness-adapter/src/registry/live/readRegistryOnce.js'
import { readCorpus, summaryOf, validBundles } from '../../src/fuzz/corpus.js'
import { createExamine } from '../../src/fuzz/examine.js'
import { pipeline } from '../../src/fuzz/Pipeline.js'
import { readBundle } from '../../src/fuzz/readBundle.js'

const examine = createExamine(pipeline, validBundles().neighbour)
const corpus = readCorpus()

const postureOf = (agent: string, registry: StagedRegistry) =>
  summaryOf(decidePosture({ _tag: 'known', sessionId: 'ses_1', agent }, registry, { _tag: 'unread' }))

test('the corpus is there', () => {
  expect(corpus.length).toBeGreaterThanOrEqual(15)
})

describe.each(corpus.map((each) => [each.slug, each] as const))(
  '%s',
  (_, { root, bundle, expectation: { postures = {}, start } }) => {
    test('keeps every promise', () => {
      const { failures, isWhole } = examine(bundle)
      expect(failures).toEqual([])
      if (start === true) expect(isWhole).toBe(true)
    })

    test('has the outcome that is right', () => {
      const { registry } = readBundle(pipeline, bundle)
      const outcomes = Object.keys(postures).map((agent) => [agent, postureOf(agent, registry)])
      expect(Object.fromEntries(outcomes)).toEqual(postures)
    })

    test('is the same read from disk', async () => {
      const { bundle: read } = await readRegistryOnce({ path: root, namedByOption: true })
      expect({ ...read, digest: '' }).toEqual({ ...readBundle(pipeline, bundle).registry, digest: '' })
    })
  },
)
