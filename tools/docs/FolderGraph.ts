/** A module and what it imports, as dependency-cruiser tells it. */
export interface CruisedModule {
  readonly source: string
  readonly dependencies: ReadonlyArray<{ readonly resolved: string; readonly coreModule: boolean }>
}

/** Folders of sources, what they import of each other, and what from outside of the workspace. */
export interface FolderGraph {
  readonly folders: ReadonlyArray<string>
  readonly edges: ReadonlyArray<readonly [from: string, to: string]>
  readonly outside: ReadonlyMap<string, ReadonlyArray<string>>
}

/**
 * The graph of the folders that `folderOf` names for a file; what it names nothing for is left out. Sorted by name, so
 * that one tree has one graph.
 */
export const folderGraph = (
  modules: ReadonlyArray<CruisedModule>,
  folderOf: (file: string) => string | null,
): FolderGraph => {
  const imports = modules.flatMap(({ source, dependencies }) => {
    const from = folderOf(source)
    return from === null
      ? []
      : dependencies.map((dependency) => ({ from, to: folderOf(dependency.resolved), outside: outsideOf(dependency) }))
  })
  const edges = sorted(imports.flatMap(({ from, to }) => (to === null || to === from ? [] : [`${from} ${to}`])))
  const folders = sorted([
    ...modules.flatMap(({ source }) => folderOf(source) ?? []),
    ...edges.flatMap((edge) => edge.split(' ')),
  ])
  return {
    folders,
    edges: edges.map((edge) => {
      const [from = '', to = ''] = edge.split(' ')
      return [from, to]
    }),
    outside: new Map(
      folders.map((folder) => [
        folder,
        sorted(imports.flatMap(({ from, outside }) => (from === folder && outside !== null ? [outside] : []))),
      ]),
    ),
  }
}

/** The package that a dependency outside of the workspace belongs to; all of Node is one. */
const outsideOf = ({ resolved, coreModule }: CruisedModule['dependencies'][number]): string | null =>
  coreModule ? 'node:' : (/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(resolved)?.[1] ?? null)

const sorted = (names: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(names)].sort()
