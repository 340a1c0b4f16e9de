import { homedir } from 'node:os'
import { isAbsolute, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { Refusal } from './Io.js'
import { runCli } from './runCli.js'

/**
 * Watches stdout and stderr of this process. A reader that has seen enough (`| head`) is no error; anything else that cannot be
 * written, such as to a full disk, is one sentence and exit code 2. Returns whether that happened.
 */
const watchStreams = (): (() => boolean) => {
  let hasFailed = false
  const fail = (sentence: string): void => {
    if (!hasFailed) process.stderr.write(`active-mode: ${sentence}\n`)
    hasFailed = true
    process.exitCode = 2
  }
  const watch = (name: string) => (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') fail(`${name} cannot be written (${error.message}); what was printed is not complete`)
  }
  process.stdout.on('error', watch('stdout'))
  process.stderr.on('error', watch('stderr'))
  process.on('uncaughtException', (error) => fail(`unexpected error (${error.message}); please report it`))
  return () => hasFailed
}

const orRefuse = (read: () => string, why: string): string => {
  try {
    return read()
  } catch {
    throw new Refusal(why)
  }
}

const directory = (): string =>
  orRefuse(() => process.cwd(), 'the working folder is gone; go to another one, or give absolute paths')

/** Settles when stdout can take more, or is closed. */
const drained = (): Promise<void> =>
  new Promise((resolve) => {
    const { stdout } = process
    if (!stdout.writableNeedDrain || stdout.destroyed) {
      resolve()
      return
    }
    const end = (): void => {
      for (const event of ['drain', 'error', 'close']) stdout.off(event, end)
      resolve()
    }
    for (const event of ['drain', 'error', 'close']) stdout.on(event, end)
  })

const failed = watchStreams()

// Both from src/ and from dist/ the built files lie in ../dist.
const code = await runCli(
  process.argv.slice(2),
  {
    stdin: () => text(process.stdin),
    stdout: (line) => process.stdout.write(`${line}\n`),
    stdoutRaw: (part) => process.stdout.write(part),
    drained,
    stderr: (line) => process.stderr.write(`${line}\n`),
    stderrRaw: (part) => process.stderr.write(part),
    isTerminal: { stdout: process.stdout.isTTY === true, stderr: process.stderr.isTTY === true },
    columns: process.stdout.isTTY === true ? process.stdout.columns : null,
    env: process.env,
    get home() {
      return orRefuse(homedir, 'this user has no home folder; set HOME, or name what is to be read (see --help)')
    },
    get directory() {
      return directory()
    },
    absolute: (path) => (isAbsolute(path) ? resolve(path) : resolve(directory(), path)),
    now: Date.now,
  },
  {
    page: new URL('../dist/page.html', import.meta.url),
    contracts: new URL('../dist/contracts.json', import.meta.url),
  },
)
process.exitCode = failed() ? 2 : code
