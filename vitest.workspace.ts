import { defineConfig } from 'vitest/config'

// Sources are read through this condition, so that no build is needed before a test.
const conditions = ['@active-mode/source', 'module', 'node', 'development|production']

interface Project {
  readonly name: string
  readonly root: string
  readonly include: string
  readonly exclude?: ReadonlyArray<string>
  /** How many test files run side by side, at most. */
  readonly abreast?: number
  /** In milliseconds. */
  readonly timeout?: number
  readonly globalSetup?: string
}

const project = (
  { name, root, include, exclude = [], abreast = 2, timeout = 30_000, globalSetup }: Project,
  place: number,
) => ({
  extends: true as const,
  test: {
    name,
    root,
    include: [include],
    exclude: [...exclude],
    maxWorkers: abreast,
    globalSetup: globalSetup ?? [],
    sequence: { groupOrder: place + 1 },
    testTimeout: timeout,
    hookTimeout: timeout,
  },
})

const adapter = './packages/harness-adapter'
const built = { root: adapter, timeout: 180_000, globalSetup: './test/e2e/support/buildPlugin.ts' } as const

/** Nothing runs beside these: they build the plugin anew, which a harness that watches its plugins would reload, or hold the harness up. */
const alone = ['commands', 'tarball', 'availability-gates-the-rest', 'life/busy'] as const

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
      { name: 'availability', root: './packages/lab', include: 'test/gate/**/*.test.ts', abreast: 1, timeout: 180_000 },
      { name: 'core', root: './packages/core', include: 'test/**/*.test.ts' },
      { name: 'lab', root: './packages/lab', include: 'test/**/*.test.ts', exclude: ['test/gate/**'] },
      { name: 'tools', root: './tools', include: 'test/**/*.test.ts' },
      { name: 'harness-adapter', root: adapter, include: 'test/unit/**/*.test.ts' },
      {
        name: 'end-to-end',
        ...built,
        include: 'test/e2e/**/*.test.ts',
        exclude: ['test/e2e/generation2/**', ...alone.map((name) => `test/e2e/${name}.test.ts`)],
      },
      { name: 'generation-2', ...built, include: 'test/e2e/generation2/**/*.test.ts' },
      { name: 'commands', ...built, include: `test/e2e/{${alone.join(',')}}.test.ts`, abreast: 1 },
      {
        name: 'cli',
        root: './packages/cli',
        include: 'test/**/*.test.ts',
        abreast: 1,
        timeout: 180_000,
        globalSetup: './test/support/buildTool.ts',
      },
    ].map(project),
  },
})
