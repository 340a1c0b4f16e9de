import { readFileSync, writeFileSync } from 'node:fs'
import { cruise } from 'dependency-cruiser'
import extractConfig from 'dependency-cruiser/config-utl/extract-depcruise-config'
import { npmCommand, runNpm } from './build/npmCommand.js'
import { betweenMarkers } from './docs/betweenMarkers.js'
import { drawGraph } from './docs/drawGraph.js'
import { type CruisedModule, folderGraph } from './docs/FolderGraph.js'

const page = new URL('../docs/architecture.md', import.meta.url)
const packages = ['core', 'harness-adapter', 'cli', 'fixtures', 'lab']

const packageOf = (file: string): string | null => /^packages\/([^/]+)\/src\//.exec(file)?.[1] ?? null

/** The first folder below a package's sources; the files beside it go by the package's name. */
const folderWithin =
  (name: string) =>
  (file: string): string | null =>
    packageOf(file) === name ? (/^packages\/[^/]+\/src\/([^/]+)\//.exec(file)?.[1] ?? name) : null

/** What every folder uses tells nobody anything. */
const isDrawn = (outside: string): boolean => !outside.startsWith('fp-ts') && !outside.startsWith('@active-mode')

/** Draws the import graph into docs/architecture.md; `check` writes nothing, and the exit code is 1 if the page is out of date. */
const architecture = async ({ check }: { readonly check: boolean }): Promise<void> => {
  const { options } = await extractConfig('./.dependency-cruiser.cjs')
  const { output } = await cruise(
    packages.map((name) => `packages/${name}/src`),
    options,
  )
  if (typeof output === 'string')
    throw new Error('architecture: dependency-cruiser gave text where its result was asked for')
  const modules: ReadonlyArray<CruisedModule> = output.modules

  const pictures = [
    [
      'Packages',
      drawGraph(
        folderGraph(modules, packageOf),
        (name) => `packages/${name}`,
        (outside) => outside !== 'node:' && !outside.startsWith('@active-mode'),
      ),
    ],
    ...packages
      .filter((name) => name !== 'fixtures')
      .map(
        (name) =>
          [
            `Folders of \`packages/${name}/src\``,
            drawGraph(
              folderGraph(modules, folderWithin(name)),
              (folder) => (folder === name ? 'index.ts and beside it' : `${folder}/`),
              isDrawn,
            ),
          ] as const,
      ),
  ]

  const before = readFileSync(page, 'utf8')
  const after = betweenMarkers(
    before,
    'import graph',
    pictures.map(([title, picture]) => `### ${title}\n\n${picture}`).join('\n\n'),
  )

  console.error(
    `architecture: ${modules.length} modules, ${before === after ? 'the page is up to date' : 'the page was out of date'}`,
  )
  if (check) process.exitCode = before === after && modules.length > 0 ? 0 : 1
  else writeFileSync(page, after)
}

await runNpm(
  npmCommand('architecture', 'Draws the import graph into docs/architecture.md.')
    .option('--check', 'write nothing; exit code 1 if the picture in docs/architecture.md is out of date', false)
    .action(architecture),
)
