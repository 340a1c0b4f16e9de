import type { FolderGraph } from './FolderGraph.js'

/** The graph as a mermaid picture. An arrow points at what is imported; in a box, below its name, stands what it imports from outside. */
export const drawGraph = (
  { folders, edges, outside }: FolderGraph,
  title: (folder: string) => string,
  isDrawn: (name: string) => boolean,
): string => {
  const idOf = (folder: string): string => `n${String(folders.indexOf(folder))}`
  const boxes = folders.map((folder) => {
    const shown = (outside.get(folder) ?? []).filter(isDrawn)
    return `  ${idOf(folder)}["${[title(folder), ...(shown.length === 0 ? [] : [`<i>${shown.join(', ')}</i>`])].join('<br/>')}"]`
  })
  const arrows = edges.map(([from, to]) => `  ${idOf(from)} --> ${idOf(to)}`)
  return ['```mermaid', 'flowchart TD', ...boxes, ...arrows, '```'].join('\n')
}
