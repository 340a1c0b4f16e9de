import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { shellScript } from '../../support/machine.js'
import { runTool, type ToolRun } from '../../support/runTool.js'
import { type Home, stagedHome } from '../../support/verified.js'

const verify = ({ home }: Pick<Home, 'home'>, harness: string, more: ReadonlyArray<string> = []): Promise<ToolRun> =>
  runTool(['verify', '--harness', harness, ...more], {
    home,
    directory: join(home, 'project'),
    env: { PATH: process.env['PATH'] },
  })

/** A harness that tells its version and then ends. */
const harnessOf = ({ write }: Home, version: string): string => {
  const path = write('bin/opencode', shellScript(`[ "$1" = --version ] && echo ${version}`))
  chmodSync(path, 0o755)
  return path
}

/** What could not be run is exit code 2 and one sentence: what, where, and what to do. */
const refusal = async (run: Promise<ToolRun>): Promise<string> => {
  const { code, stdout, stderr } = await run
  expect(code).toBe(2)
  expect(stdout).toBe('')
  return stderr.split('\n').find((line) => line.startsWith('active-mode: ')) ?? ''
}

test('without a harness it says so', async () => {
  const here = stagedHome()
  expect(await refusal(verify(here, '/nowhere/opencode'))).toBe(
    'active-mode: there is no harness at /nowhere/opencode; install opencode, or name its executable with --harness PATH',
  )
})

test('a harness of a generation that nobody knows is refused', async () => {
  const here = stagedHome()
  expect(await refusal(verify(here, harnessOf(here, '3.0.0')))).toContain('is of version 3.0.0')
})

test('a config that cannot be read is named, without what stands in it', async () => {
  const here = stagedHome()
  const file = here.write('.config/opencode/opencode.json', '{ "apiKey": "sk-secret" "plugin": [] }')
  const said = await refusal(verify(here, harnessOf(here, '1.18.33')))
  expect(said).toContain(`the config ${file} cannot be read`)
  expect(said).not.toContain('sk-secret')
})

test('a registry that is not there is refused where it was asked for', async () => {
  const here = stagedHome()
  expect(await refusal(verify(here, harnessOf(here, '1.18.33'), ['--registry', '/nowhere/modes']))).toContain(
    'there is no registry at /nowhere/modes',
  )
})

test('a harness that does not start is said to, with what it said', async () => {
  const here = stagedHome()
  here.config({})
  const said = await refusal(verify(here, harnessOf(here, '1.18.33')))
  expect(said).toContain('could not be run on a copy of its set-up')
  expect(said).toContain('start it once by hand')
})
