import { parseArgs, type ParseArgsConfig } from 'node:util'

type Options = NonNullable<ParseArgsConfig['options']>
type Values<O extends Options> = ReturnType<typeof parseArgs<{ readonly options: O }>>['values']

/** What a tool is called with. `--help` prints the usage and ends the program well; what the usage does not have is one sentence and exit code 2. */
export const toolArguments = <O extends Options>(name: string, usage: string, options: O): Values<O> => {
  if (process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) {
    console.log(usage)
    process.exit(0)
  }
  try {
    return parseArgs({ options }).values
  } catch (error) {
    // Node's own complaints go on with advice.
    console.error(
      `${name}: ${firstSentence(error instanceof Error ? error.message : String(error))} (--help shows what can be given)`,
    )
    process.exit(2)
  }
}

const firstSentence = (text: string): string => (text.split(/\.\s|\n/)[0] ?? '').replace(/\.$/, '')
