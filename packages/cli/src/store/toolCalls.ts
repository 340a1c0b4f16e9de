import { elementsOf, type Fields, fieldsOf, textOf } from '../Fields.js'
import { ledgersNamed, type ToolCall } from './StoreSession.js'

/** The calls of tools among the parts of an answer, of either generation of the harness, in their order. */
export const toolCalls = (parts: unknown): ReadonlyArray<ToolCall> =>
  elementsOf(parts).flatMap((part) => {
    const { type, tool, name, state } = fieldsOf(part)
    const { status, input } = fieldsOf(state)
    if (type !== 'tool') return []
    return [toolCall({ tool: tool ?? name, status, input })]
  })

/** A call by its fields. Of 1.x the path is `filePath`, of 2.x `path`. */
export const toolCall = ({ tool, status, input }: Fields): ToolCall => {
  const { filePath, path } = fieldsOf(input)
  return {
    tool: textOf(tool) ?? '',
    isDone: status === 'completed',
    path: textOf(filePath) ?? textOf(path),
    hasInput: Object.keys(fieldsOf(input)).length > 0,
    namesLedger: ledgersNamed(JSON.stringify(input ?? null)).length > 0,
  }
}
