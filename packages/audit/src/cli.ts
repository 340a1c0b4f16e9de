import { homedir } from 'node:os'
import { text } from 'node:stream/consumers'
import { runCli } from './runCli.js'

/** A reader that has seen enough (`| head`) is no error. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

// Both from src/ and from dist/ the built files lie in ../dist.
process.exitCode = await runCli(
  process.argv.slice(2),
  {
    stdin: () => text(process.stdin),
    stdout: (line) => process.stdout.write(`${line}\n`),
    stdoutRaw: (part) => process.stdout.write(part),
    stderr: (line) => process.stderr.write(`${line}\n`),
    stderrRaw: (part) => process.stderr.write(part),
    isTerminal: { stdout: process.stdout.isTTY === true, stderr: process.stderr.isTTY === true },
    env: process.env,
    home: homedir(),
    directory: process.cwd(),
    now: Date.now,
  },
  { page: new URL('../dist/page.html', import.meta.url), contracts: new URL('../dist/contracts.json', import.meta.url) },
)
