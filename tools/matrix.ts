import { parseArgs } from 'node:util'

import { runMatrix } from '../packages/fixtures/src/matrix/index.js'

// Runs the availability fixture on every recorded version of the harness and compares with the records.

const usage = `usage: npm run matrix [-- --accept]
  --accept  replace the records that changed by the fresh ones (a failed run replaces none of a run that came to its end)
The last line is { "versions": N, "changed": [VERSION, …] }. Exit 1: a record changed and was not replaced, or there is none. Exit 2: usage.`

const say = (line: string) => {
  process.stderr.write(`${line}\n`)
}

const given = () => {
  try {
    return parseArgs({ options: { accept: { type: 'boolean' }, help: { type: 'boolean' } } }).values
  } catch (error) {
    say(`matrix: ${error instanceof Error ? error.message : String(error)}`)
    return undefined
  }
}

const main = async (): Promise<number> => {
  const options = given()
  if (options === undefined || options.help === true) {
    say(usage)
    return options === undefined ? 2 : 0
  }
  const { versions, changed, open } = await runMatrix({ accept: options.accept === true, say })
  if (versions === 0) say('matrix: there is no record to compare with')
  process.stdout.write(`${JSON.stringify({ versions, changed })}\n`)
  return versions === 0 || open.length > 0 ? 1 : 0
}

process.exitCode = await main()
