import { defineConfig } from 'vitest/config'

// Sources are read through this condition, so that no build is needed before a test.
const conditions = ['@active-mode/source', 'module', 'node', 'development|production']

const project = (name: string, groupOrder: number, root: string, include: string, timeout = 30_000, globalSetup: string | [] = []) => ({
  extends: true as const,
  test: { name, root, include: [include], globalSetup, sequence: { groupOrder }, testTimeout: timeout, hookTimeout: timeout },
})

/**
 * The test projects, in the order they run. The availability fixture is the first:
 * with `bail: 1` nothing after it runs when it is red. Groups count from 1, since
 * vitest moves a group of order 0 with one worker to the end.
 */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    bail: 1,
    projects: [
      project('availability', 1, './packages/fixtures', 'test/availability/**/*.test.ts', 180_000),
      project('core', 2, './packages/core', 'test/**/*.test.ts'),
      project('fixtures', 3, './packages/fixtures', 'test/unit/**/*.test.ts'),
      project('harness-adapter', 4, './packages/harness-adapter', 'test/unit/**/*.test.ts'),
      project('end-to-end', 5, './packages/harness-adapter', 'test/e2e/**/*.test.ts', 180_000, './test/e2e/support/buildPlugin.ts'),
      project('audit', 6, './packages/audit', 'test/**/*.test.ts', 180_000, './test/support/buildTool.ts'),
    ],
  },
})
