import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))

const tests = 'packages/harness-adapter/test/unit'

/** The unit tests of what is mutated, without those of the disk: those take long, and what they see of these files others see sooner. */
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
    include: [
      `${tests}/opencode1/program/*.test.ts`,
      `${tests}/opencode1/{compaction,OpenDecision,SessionState,writeBlock}.test.ts`,
      `${tests}/opencode2/{complaints,OpenRequests,program,requests,writeBlock}.test.ts`,
      `${tests}/registry/*.test.ts`,
      `${tests}/registry/format/*.test.ts`,
      `${tests}/log/{entryOf,format,writerState}.test.ts`,
    ],
    // It is about the sentences for doctor, which are not mutated, and draws other values each time.
    exclude: ['**/node_modules/**', `${tests}/registry/format/problems.test.ts`],
    // One worker loads the sources once for all files: loading them is most of what a mutant costs.
    isolate: false,
    testTimeout: 30_000,
  },
})
