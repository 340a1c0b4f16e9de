import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Sources are read through this condition, so that no build is needed before a test.
const conditions = ['@active-mode/source', 'node', 'development|production']

interface Project {
  readonly name: string
  readonly root: string
  readonly include: string
  readonly exclude?: ReadonlyArray<string>
  readonly globalSetup?: string
  /** Whether it has files `*.mocked.test.ts`. They replace modules, so each gets a process of its own; all other files share processes. */
  readonly hasMocks?: true
}

/** Projects whose files run side by side. */
interface Group {
  /** How many files at a time, at most. */
  readonly abreast: number
  /** Of a test and of a hook, in milliseconds. */
  readonly timeout: number
  readonly projects: ReadonlyArray<Project>
}

const adapter = './packages/harness-adapter'
const builtPlugin = './test/e2e/support/buildPlugin.ts'

/**
 * The groups, in the order they run. The availability fixture is the first: with `bail: 1` nothing after it runs when it is red.
 * In the last group a harness is booted nearly everywhere; it waits as much as it works, so that there are three at a time.
 */
const groups: ReadonlyArray<Group> = [
  {
    abreast: 2,
    timeout: 180_000,
    projects: [{ name: 'availability', root: './packages/lab', include: 'test/gate/**/*.test.ts' }],
  },
  {
    abreast: 2,
    timeout: 90_000,
    projects: [
      { name: 'core', root: './packages/core', include: 'test/**/*.test.ts' },
      { name: 'harness-adapter', root: adapter, include: 'test/unit/**/*.test.ts', hasMocks: true },
      { name: 'lab', root: './packages/lab', include: 'test/**/*.test.ts', exclude: ['test/gate/**'] },
      { name: 'tools', root: './tools', include: 'test/**/*.test.ts' },
    ],
  },
  {
    abreast: 3,
    timeout: 180_000,
    projects: [
      { name: 'end-to-end', root: adapter, include: 'test/e2e/**/*.test.ts', globalSetup: builtPlugin },
      {
        name: 'cli',
        root: './packages/cli',
        include: 'test/**/*.test.ts',
        globalSetup: './test/support/buildTool.ts',
        hasMocks: true,
      },
    ],
  },
]

/**
 * The slowest files, the slowest first: begun last, one of them would run alone in the end. Within a group they are by project, since a
 * worker ends where the next file is of another one, and with it the harness that its files share. Of `end-to-end` those come last that
 * share one, with all that are not named here: a harness that waits for the next of them takes some processor time, too.
 */
const slow = [
  'e2e/verify1',
  'e2e/verify2',
  'unit/setup/harness',
  'e2e/stranger',
  'browser/page',
  'e2e/audit',
  'e2e/export',
  'e2e/audit2',
  'e2e/streams',
  'e2e/soakLog',
  'unit/setup/harness2',
  'e2e/commands',
  'e2e/availability-gates-the-rest',
  'e2e/life/one-shot',
  'e2e/soak',
  'e2e/tarball',
  'e2e/generation2/one-folder',
  'e2e/generation2/cache',
  'e2e/generation2/setup',
  'e2e/generation2/races',
  'e2e/generation2/criteria',
  'e2e/generation2/rules',
  'e2e/generation2/driver',
  'e2e/life/sessions',
  'e2e/decision-log',
  'e2e/life/two-copies',
  'e2e/life/registry-root',
  'e2e/life/agent-ids',
  'e2e/fallback-only',
  'e2e/life/faults',
  'e2e/life/messages',
  'e2e/life/providers',
  'e2e/life/witness',
  'differential/enumerated',
  'fuzz/fuzz',
  'docs/scripts',
  'unit/log/processEnd',
  'unit/registry/live/cache.mocked',
]

/** By size, as vitest does where it knows nothing of a file, but the slow ones first. Then come the other files, by project as in the groups. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId, project }: TestSpecification): number => {
      const at = slow.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`))
      return at === -1 ? slow.length + order.indexOf(project.name) : at
    }
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other))
  }
}

const mocked = '**/*.mocked.test.ts'

/** A project as vitest has it, or two where some of its files replace modules: `NAME` and `NAME-mocked`. */
const vitestProjects = ({ name, root, include, exclude = [], globalSetup, hasMocks }: Project) => [
  { name, root, include: [include], exclude: [...exclude, mocked], globalSetup: globalSetup ?? [], isolate: false },
  ...(hasMocks
    ? [{ name: `${name}-mocked`, root, include: [mocked], exclude: ['**/node_modules/**'], isolate: true }]
    : []),
]

const order = groups.flatMap(({ projects }) => projects.flatMap(vitestProjects)).map(({ name }) => name)

/** Groups count from 1, since vitest moves a group of order 0 with one worker to the end. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    bail: 1,
    sequence: { sequencer: SlowFirst },
    projects: groups.flatMap(({ abreast, timeout, projects }, place) =>
      projects
        .flatMap(vitestProjects)
        .map((project) => ({
          extends: true as const,
          test: {
            ...project,
            maxWorkers: abreast,
            sequence: { groupOrder: place + 1 },
            testTimeout: timeout,
            hookTimeout: timeout,
          },
        })),
    ),
  },
})
