import { fileURLToPath } from 'node:url'
import { defineConfig, mergeConfig } from 'vitest/config'
import { BaseSequencer } from 'vitest/node'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))

/** A mutant that is made once, when its file is loaded, meets all tests until one fails. Those that fail soonest come first. */
const quickest = [
  /\/load\.test/,
  /\/wire\/errors\.test/,
  /\/(show\/text|block\/paragraphs)\.test/,
  /\/wire\/combinators\.test/,
  /\/step\//,
  /\/vectors\.test/,
]

const rank = ({ moduleId }) =>
  (quickest.findIndex((pattern) => pattern.test(moduleId)) + quickest.length + 1) % (quickest.length + 1)

class QuickestFirst extends BaseSequencer {
  sort(files) {
    return files.toSorted((left, right) => rank(left) - rank(right) || (left.moduleId < right.moduleId ? -1 : 1))
  }
}

/**
 * The tests that Stryker runs against each mutant. It works in a copy of the sources that shares our `node_modules`,
 * so the packages are named here: through `node_modules` the tests would see the sources that are not mutated.
 */
export const tests = defineConfig({
  resolve: {
    alias: {
      '@active-mode/core/schema': here('packages/core/src/schema/index.ts'),
      '@active-mode/core': here('packages/core/src/index.ts'),
      '@active-mode/fixtures': here('packages/fixtures/src/index.ts'),
    },
  },
  test: {
    include: ['packages/core/test/**/*.test.ts', 'packages/harness-adapter/test/unit/{block,show}/**/*.test.ts'],
    exclude: [
      '**/node_modules/**',
      // They start processes, which do not see the mutant, or they look at texts and settings.
      'packages/core/test/laws/{tool,lawsPage}.test.ts',
      'packages/core/test/{purity,types}/**',
      // They say the same as the laws and the vectors, at length.
      'packages/core/test/differential/**',
    ],
    sequence: { sequencer: QuickestFirst },
    testTimeout: 30_000,
    // Each mutant meets the same inputs, and few of them.
    env: { LAWS_RUNS: '100', LAWS_SEED: '20261130', RENDER_RUNS: '30', SEED: '20261130' },
  },
})

/** One worker loads the sources once for all files: loading them is most of what a mutant costs. */
export default mergeConfig(tests, { test: { isolate: false, exclude: ['**/load.test.ts'] } })
