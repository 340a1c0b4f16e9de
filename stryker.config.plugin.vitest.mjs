import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))

/** The unit tests of the plugin, without those that start processes or wait for real time: a process does not see the mutant. */
export default defineConfig({
  resolve: {
    alias: {
      '@active-mode/core/schema': here('packages/core/src/schema/index.ts'),
      '@active-mode/core': here('packages/core/src/index.ts'),
      '@active-mode/fixtures/registry': here('packages/fixtures/src/registry/index.ts'),
      '@active-mode/fixtures': here('packages/fixtures/src/index.ts'),
    },
  },
  test: {
    include: ['packages/harness-adapter/test/unit/{opencode1,opencode2,request,notice,registry,log}/**/*.test.ts'],
    exclude: [
      '**/node_modules/**',
      '**/unit/log/{processEnd,fullDisk,landedLines,harness}.test.ts',
      '**/unit/registry/live/{harnessRuntime,cache,coarseTimes,largeInodes,digest,unrest}.test.ts',
    ],
    // Stryker runs tests in threads, which cannot change their user: five tests of files without permission are left out.
    testNamePattern: /^(?!.*(may not be|without permission))/,
    testTimeout: 30_000,
    // Each mutant meets the same inputs, and few of them.
    env: { LAWS_RUNS: '30', LAWS_SEED: '20261130', RENDER_RUNS: '30', SEED: '20261130' },
  },
})
