/**
 * Watches stdout and stderr of this process. A reader that has seen enough (`| head`) is no error; anything else that
 * cannot be written, such as to a full disk, is one sentence and exit code 2. Answers whether that happened.
 */
export const watchStreams = (): (() => boolean) => {
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
  process.on('uncaughtException', (error) =>
    fail(`failed in a way nobody foresaw (${error.message}); please report it`),
  )
  return () => hasFailed
}
