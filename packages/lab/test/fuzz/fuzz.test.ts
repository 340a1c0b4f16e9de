import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { limits } from '../../../harness-adapter/src/registry/live/limits.js'
import { validBundles } from '../../src/fuzz/corpus.js'
import { createExamine } from '../../src/fuzz/examine.js'
import { bundleBytes } from '../../src/fuzz/FuzzBundle.js'
import { type Pipeline, pipeline } from '../../src/fuzz/Pipeline.js'
import { type FoundFailure, inputOf, runFuzz } from '../../src/fuzz/runFuzz.js'

const valid = validBundles()

describe('the fuzzer', () => {
  test('finds nothing in a thousand inputs', () => {
    const seed = Math.floor(Math.random() * 2 ** 31)
    console.info(`fuzz: npm run fuzz -- --runs 1000 --seed ${String(seed)}`)
    const { causes, runs, modes, whole } = runFuzz(valid, { runs: 1000, seed })
    expect({ seed, causes, runs }).toEqual({ seed, causes: {}, runs: 1000 })
    expect(modes, 'inputs that are modes all the same').toBeGreaterThan(250)
    expect(whole, 'inputs that are whole modes all the same').toBeGreaterThan(100)
  })

  test('makes the same input of the same seed and run', () => {
    const isSame = (seed: number, run: number) => isDeepStrictEqual(inputOf(valid, 7, 1234), inputOf(valid, seed, run))
    expect(isSame(7, 1234)).toBe(true)
    expect(isSame(8, 1234)).toBe(false)
    expect(isSame(7, 1235)).toBe(false)
  })

  test('makes a few inputs as large as the reader takes a file, and none larger', () => {
    const sizes = Array.from({ length: 1000 }, (_, run) =>
      Object.values(inputOf(valid, 7, run).files).map(({ length }) => length),
    ).flat()
    expect(Math.max(...sizes)).toBe(limits.fileBytes)
    expect(sizes.filter((size) => size > 32 * 1024).length).toBeGreaterThan(10)
  })

  test('gives a large input longer, in proportion, but no more than half a second', () => {
    const slowBy = (ms: number, bytes: number): ReadonlyArray<string> => {
      const decodeManifest: Pipeline['decodeManifest'] = (directory, content) => {
        if (directory === 'large') stall(ms)
        return pipeline.decodeManifest(directory, content)
      }
      const bundle = { directory: 'large', files: { 'mode.toml': Buffer.alloc(bytes, '#') } }
      return createExamine({ ...pipeline, decodeManifest }, valid.neighbour)(bundle).failures.map(({ kind }) => kind)
    }
    expect(slowBy(60, 64)).toEqual(['slow'])
    expect(slowBy(60, 128 * 1024)).toEqual([])
    expect(slowBy(260, 128 * 1024)).toEqual(['slow'])
    expect(slowBy(550, 1024 * 1024)).toEqual(['slow'])
  })
})

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString()

/** Quotes the rule line by line, as it stands in the card. */
const quoteRaw: Pipeline['renderBlock'] = (posture, bundle) => {
  const block = pipeline.renderBlock(posture, bundle)
  const rule = posture._tag === 'director' ? posture.ledgerRule.text : null
  return rule === null || block === null
    ? block
    : block.replace(/^>.*(?:\n>.*)*$/m, () =>
        rule
          .split('\n')
          .map((line) => `> ${line}`)
          .join('\n'),
      )
}

const stall = (ms: number): void => {
  const [start, before] = [performance.now(), process.cpuUsage()]
  const spent = (): number => {
    const { user, system } = process.cpuUsage(before)
    return Math.min(performance.now() - start, (user + system) / 1000)
  }
  while (spent() < ms);
}

/** Takes longer for a long fence than it should. */
const dawdle: Pipeline['assembleBundle'] = (reading, contentOf) => {
  const card = contentOf('card.md')
  if (card._tag === 'bytes' && textOf(card.bytes).includes('~~~~~~~~')) stall(60)
  return pipeline.assembleBundle(reading, contentOf)
}

const trip: Pipeline['assembleBundle'] = (reading, contentOf) => {
  if (contentOf('pack.toml')._tag === 'failed') throw new TypeError('pack is undefined')
  return pipeline.assembleBundle(reading, contentOf)
}

describe.each<[string, Partial<Pipeline>, string]>([
  ['a renderer that strips no marker', { renderBlock: quoteRaw }, 'block: one closing marker'],
  ['a step that takes too long', { assembleBundle: dawdle }, 'slow: more than 50 ms'],
  ['a step that throws', { assembleBundle: trip }, 'throws: TypeError: pack is undefined'],
  [
    'a registry that its codec does not know',
    { composeSnapshot: (findings) => ({ ...pipeline.composeSnapshot(findings), read: 1 }) },
    'codec: ',
  ],
  [
    'a registry that one bad bundle empties',
    {
      composeSnapshot: (findings) =>
        pipeline.composeSnapshot({
          ...findings,
          bundles: findings.bundles.some(({ bundle }) => E.isLeft(bundle)) ? [] : findings.bundles,
        }),
    },
    'neighbour: a whole mode beside it is copilot',
  ],
  [
    'a director who is told nothing',
    { renderBlock: (posture, bundle) => (posture._tag === 'degraded' ? null : pipeline.renderBlock(posture, bundle)) },
    'block: no block for degraded',
  ],
])('the fuzzer against %s', (_, sabotage, cause) => {
  const options = { seed: 20, minimiseMs: 100, pipeline: { ...pipeline, ...sabotage } }

  /** The first failure of that cause, in bites, so that a good fuzzer is soon done. */
  const search = (): FoundFailure | undefined => {
    const found: FoundFailure[] = []
    for (let from = 0; from < 10_000 && found.length === 0; from += 200)
      runFuzz(valid, {
        ...options,
        from,
        runs: 200,
        onFailure: (each) => {
          if (`${each.failure.kind}: ${each.failure.cause}`.startsWith(cause)) found.push(each)
        },
      })
    return found[0]
  }

  test('fails, and says how to have it again', () => {
    const { run = -1, minimised = null } = search() ?? {}
    expect(run).toBeGreaterThanOrEqual(0)
    const again = runFuzz(valid, { ...options, from: run, runs: 1 })
    expect(again.failures).toBe(1)
    expect(Object.keys(again.causes)).toContainEqual(expect.stringContaining(cause))
    expect(minimised).not.toBeNull()
    expect(bundleBytes(minimised ?? { directory: '', files: {} })).toBeLessThanOrEqual(
      bundleBytes(inputOf(valid, options.seed, run)),
    )
  })
})

describe('npm run fuzz', () => {
  const tool = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
  const run = (...args: ReadonlyArray<string>) =>
    spawnSync(process.execPath, ['--import', 'tsx', '--conditions=@active-mode/source', tool, 'fuzz', ...args], {
      encoding: 'utf8',
    })

  test('ends with one line of JSON on stdout, and talks on stderr', () => {
    const { status, stdout, stderr } = run('--runs', '20', '--seed', '3')
    expect(stdout).toMatch(/^\{"runs":20,"failures":0,.*"seed":3,.*\}\n$/)
    expect(stderr).toContain('20 runs, seed 3')
    expect(status).toBe(0)
  })

  test.each([
    ['--nonsense', /^fuzz: Unknown option '--nonsense'/],
    ['--runs=many', /^fuzz: --runs wants an integer/],
    ['surplus', /^fuzz: Too many arguments/],
  ])('refuses %s', (option, sentence) => {
    const { status, stdout, stderr } = run(option)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(sentence)
  })
})
