import { readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { buildPlugin, builtServer, pluginFolder } from '../../../../tools/build/buildPlugin.js'
import { type Home, stagedHome, type Verified } from '../support/verified.js'

beforeAll(buildPlugin)

/** A plugin in a folder of its own, which does something in the hook that makes the system text. */
const neighbour = ({ write }: Home, id: string, deed: string): string => {
  write(
    `plugins/${id}/server.js`,
    `export default { id: '${id}', setup: (ctx) => { ctx.session.hook('context', (event) => { ${deed} }) } }\n`,
  ).replace(/\/server\.js$/, '')
  return join(write(`plugins/${id}/README.md`, ''), '..')
}

const verdicts = ({ report }: Verified): ReadonlyArray<string> => report.requests.map(({ verdict }) => verdict)

test('2.x: an entry that is a file, and a plugin that fails, are named', async () => {
  const here = stagedHome()
  const file = here.write('active-mode.js', readFileSync(builtServer, 'utf8'))
  here.write('broken/server.js', 'throw new Error("not today")\n// <!-- /active-mode -->\n')
  here.config({ plugin: [`file://${file}`, join(here.home, 'broken')] })
  const run = await here.verify('2.0.15')
  expect(run.findings).toEqual(['problem plugin-never-loaded', 'problem plugin-failed'])
  expect(run.report.findings[0]?.what).toContain('has to name a folder')
  expect(run.report.findings[1]?.what).toContain('not today')
  expect(verdicts(run)).toEqual(['missing', 'as-promised', 'missing', 'missing', 'as-promised'])
  expect(run.code).toBe(1)
})

test('2.x: the neighbour that empties the system text is named, in a config folder of another name', async () => {
  const here = stagedHome()
  const tidy = neighbour(here, 'tidy', 'event.system = []')
  here.config({ plugins: [pluginFolder, tidy, neighbour(here, 'harmless', '')] })
  const folder = join(here.home, 'named')
  renameSync(here.folder, folder)
  const run = await here.verify('2.0.15', [], { OPENCODE_CONFIG_DIR: folder })
  expect(run.findings).toEqual(['problem neighbour'])
  expect(run.report.findings[0]?.what).toContain(`without the plugin ${tidy} all is as promised`)
  expect(run.code).toBe(1)
})

test('2.x: the neighbour that forges the agent is named, with a registry that is asked for', async () => {
  const here = stagedHome()
  const forger = neighbour(here, 'forger', "event.agent = 'plan'")
  here.config({ plugins: [forger, pluginFolder] })
  const registry = join(here.home, 'registry')
  renameSync(join(here.folder, 'modes'), registry)
  const run = await here.verify('2.0.15', ['--registry', registry])
  expect(run.findings[0]).toBe('problem agent-forged')
  expect(run.report.findings[0]?.what).toContain('wrote the agent "plan" into a request of')
  expect(run.report.findings[0]?.what).toContain(`without the plugin ${forger}`)
  expect(run.code).toBe(1)
})

test('2.x: a drop-in that silences a configured registry is named', async () => {
  const here = stagedHome()
  renameSync(join(here.folder, 'modes'), join(here.home, 'registry'))
  const copy = here.write('.config/opencode/plugin/active-mode.js', readFileSync(builtServer, 'utf8'))
  here.config({ plugins: [{ package: pluginFolder, options: { registry: '~/registry' } }] })
  const run = await here.verify('2.0.15')
  expect(run.findings).toEqual(['problem registry-silenced'])
  expect(run.report.findings[0]?.what).toContain(copy)
  expect(verdicts(run)).toEqual(['missing', 'as-promised', 'missing', 'missing', 'as-promised'])
  expect(run.code).toBe(1)
})
