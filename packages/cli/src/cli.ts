import { homedir } from 'node:os'
import { text } from 'node:stream/consumers'
import { Refusal } from './live/Refusal.js'
import { watchStreams } from './live/watchStreams.js'
import { runCli } from './runCli.js'

const failed = watchStreams()

const orRefuse = (read: () => string, why: string): string => {
  try {
    return read()
  } catch {
    throw new Refusal(why)
  }
}

// Both from src/ and from dist/ the built files lie in ../dist.
const code = await runCli(
  process.argv.slice(2),
  {
    stdin: () => text(process.stdin),
    stdout: (line) => process.stdout.write(`${line}\n`),
    stdoutRaw: (part) => process.stdout.write(part),
    stderr: (line) => process.stderr.write(`${line}\n`),
    stderrRaw: (part) => process.stderr.write(part),
    isTerminal: { stdout: process.stdout.isTTY === true, stderr: process.stderr.isTTY === true },
    columns: process.stdout.isTTY === true ? process.stdout.columns : null,
    env: process.env,
    get home() {
      return orRefuse(
        homedir,
        'this person has no home folder; set HOME, or name what is to be read (--help shows how)',
      )
    },
    get directory() {
      return orRefuse(() => process.cwd(), 'the working folder is gone; go to another one, or give absolute paths')
    },
    now: Date.now,
  },
  {
    page: new URL('../dist/page.html', import.meta.url),
    contracts: new URL('../dist/contracts.json', import.meta.url),
  },
)
process.exitCode = failed() ? 2 : code
