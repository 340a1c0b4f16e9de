import { buildPlugin } from '../../../../tools/build/buildPlugin.js'
import { isSecondGeneration } from '../harness/index.js'
import { examinePlugin } from '../matrix/examinePlugin.js'
import { examinePlugin2 } from '../matrix/examinePlugin2.js'
import { formFailures } from '../matrix/formFailures.js'
import { readRecords, runMatrix } from '../matrix/index.js'

const say = (line: string) => {
  process.stderr.write(`${line}\n`)
}

/** The versions on which the shipped plugin does not do what it should. */
const pluginFailures = async (): Promise<ReadonlyArray<string>> => {
  await buildPlugin()
  const failed: string[] = []
  for (const record of readRecords().filter(({ failure }) => failure === null)) {
    const examine = isSecondGeneration(record.harness) ? examinePlugin2 : examinePlugin
    const problems = await examine(record, say).catch((error: unknown) => [String(error)])
    say(
      `matrix: the plugin on ${record.harness} (${record.contract}): ${problems.length === 0 ? 'as promised' : problems.join('; ')}`,
    )
    if (problems.length > 0) failed.push(record.harness)
  }
  return failed
}

/**
 * Runs the availability fixture on every recorded version of the harness and compares with the records; then the shipped plugin on
 * each, which has to do what the version's contract promises.
 */
export const matrix = async ({ accept = false }: { readonly accept?: boolean }): Promise<number> => {
  const { versions, changed, open } = await runMatrix({ accept, say })
  if (versions === 0) say('matrix: there is no record to compare with')
  const failed = [...(await pluginFailures()), ...(await formFailures(say))]
  process.stdout.write(`${JSON.stringify({ versions, changed, failed })}\n`)
  return versions === 0 || open.length > 0 || failed.length > 0 ? 1 : 0
}
