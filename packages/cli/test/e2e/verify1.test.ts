import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildPlugin, builtPlugin, pluginFolder } from '../../../../tools/build/buildPlugin.js'
import { stagedHome } from '../support/verified.js'

const ours = `file://${pluginFolder}`

beforeAll(buildPlugin)

test('1.x: a path that leads nowhere is named, and nothing of the person is taken along', async () => {
  const { config, verify, folder } = stagedHome()
  config({ plugin: ['file:///nowhere/active-mode.js'] })
  const { code, findings, report, stderr } = await verify('1.18.33')
  expect(code).toBe(1)
  expect(findings).toEqual(['problem plugin-never-loaded'])
  expect(report.findings[0]?.what).toContain('/nowhere/active-mode.js')
  expect(report.findings[0]?.where).toBe(`${folder}/opencode.json`)
  expect(report.requests.map(({ verdict }) => verdict)).toEqual([
    'missing',
    'as-promised',
    'missing',
    'missing',
    'as-promised',
  ])
  expect(stderr).toContain('these plugins run, as they do at home')
  expect(stderr).toContain('mcp.servant')
})

test('1.x: pure mode is named', async () => {
  const { config, verify } = stagedHome()
  config({ plugin: [ours] })
  const { code, findings, stderr } = await verify('1.18.33', [], { OPENCODE_PURE: '1' })
  expect(code).toBe(1)
  expect(findings).toEqual(['problem plugins-off'])
  expect(stderr).toContain('OPENCODE_PURE is set: no plugin runs')
})

test('1.x: an old harness is named, and a version that tells no agent still delivers each block', async () => {
  const { config, verify } = stagedHome()
  config({ plugin: [ours] })
  const file = join(mkdtempSync(join(tmpdir(), 'active-mode-record-')), 'record.json')
  onTestFinished(() => rmSync(dirname(file), { recursive: true }))
  const { code, findings, report } = await verify('1.14.41', ['--record', file])
  expect(findings).toEqual(['note harness-old'])
  expect(report.requests.map(({ verdict }) => verdict)).toEqual(Array(5).fill('as-promised'))
  expect(code).toBe(0)
  const record = JSON.parse(readFileSync(file, 'utf8')) as { harness: string; facts: ReadonlyArray<{ holds: boolean }> }
  expect(record.harness).toBe('1.14.41')
  expect(record.facts.map(({ holds }) => holds)).toEqual(Array(6).fill(true))
})

test('1.x: a misspelled agent and a second copy are named', async () => {
  const { config, verify, write, folder } = stagedHome()
  const copy = write('copy/active-mode.js', readFileSync(builtPlugin, 'utf8'))
  config({ plugin: [ours] })
  const manifest = readFileSync(`${folder}/modes/ship/mode.toml`, 'utf8')
  write('.config/opencode/modes/ship/mode.toml', manifest.replace('agent = "ship"', 'agent = "shipp"'))
  const { code, findings, report } = await verify('1.18.33', [], {
    OPENCODE_CONFIG_CONTENT: JSON.stringify({ plugin: [`file://${copy}`] }),
  })
  expect(findings).toEqual(['problem agent-unknown', 'problem plugin-twice'])
  expect(report.findings[0]?.what).toBe(
    'the registry binds "shipp", the harness has no such agent; did you mean "ship"?',
  )
  expect(report.findings[1]?.what).toContain('2 copies of the plugin are loaded')
  expect(report.requests.map(({ agent, verdict }) => `${agent} ${verdict}`)).toEqual([
    'explore as-promised',
    'explore as-promised',
    'explore as-promised',
    'build as-promised',
  ])
  expect(code).toBe(1)
})

test('1.x: the neighbour that replaces the system text is named, in a set-up of many files', async () => {
  const { config, verify, write } = stagedHome()
  config({ agent: {}, username: '{env:WHO}' })
  write(
    'project/.opencode/agent/ship.md',
    '---\nmode: primary\nmodel: somewhere/else\n---\nYou direct the ship mode.\n',
  )
  write('project/opencode.jsonc', `{ "plugin": ["../link.js"], // ours\n "instructions": ["NOTES.md"], }`)
  write('link.js', `export { default } from ${JSON.stringify(builtPlugin)}\n// <!-- /active-mode -->\n`)
  write('project/NOTES.md', 'Notes of the project.')
  write('project/AGENTS.md', '## Active mode\n\nThis project uses it.')
  write('project/.opencode/lib/text.js', "export const text = 'Be brief.'\n")
  const tidy = write(
    'project/.opencode/plugin/tidy.js',
    "import { text } from '../lib/text.js'\nexport const Tidy = async () => ({ 'experimental.chat.system.transform': async (_, output) => { output.system.splice(0, Infinity, text) } })\n",
  )
  const { code, findings, report } = await verify('1.18.33')
  expect(findings).toEqual(['problem neighbour'])
  expect(report.findings[0]?.what).toContain(`without the plugin ${tidy} all is as promised`)
  expect(report.requests.find(({ agent }) => agent === 'ship')).toMatchObject({
    verdict: 'missing',
    system: ['Be brief.'],
  })
  expect(code).toBe(1)
})
