import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'

/** What `packages/core/src/index.ts` exports, with the docstring of each, as the compiler sees it. */
const publicExports = (): ReadonlyArray<{ readonly name: string; readonly text: string }> => {
  const entry = fileURLToPath(new URL('../../../packages/core/src/index.ts', import.meta.url))
  const program = ts.createProgram([entry], {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    noEmit: true,
  })
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(entry)
  const module = source === undefined ? undefined : checker.getSymbolAtLocation(source)
  if (module === undefined) throw new Error(`${entry} is no module`)
  return checker.getExportsOfModule(module).map((symbol) => {
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    return { name: symbol.name, text: ts.displayPartsToString(target.getDocumentationComment(checker)).trim() }
  })
}

test('every export of the core says what it means', () => {
  const exported = publicExports()
  expect(exported.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['decidePosture', 'Posture', 'DecisionLogLine']),
  )
  expect(exported.filter(({ text }) => text === '').map(({ name }) => name)).toEqual([])
})
