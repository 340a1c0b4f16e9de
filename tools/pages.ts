import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync } from 'node:fs'
import { npmCommand, runNpm } from './build/npmCommand.js'

await runNpm(
  npmCommand(
    'pages',
    'Writes the pages that tools write, in docs: architecture.md, decision-table.md, laws.md, compatibility.md, the picture img/compaction.svg from the last run of npm start, and acceptance.md from the last whole run of npm test. Exit 1: one could not be written. Exit 2: usage.',
  ).action(() => undefined),
)

const pages: ReadonlyArray<readonly [page: string, ...command: ReadonlyArray<string>]> = [
  ['docs/architecture.md', 'tools/architecture.ts'],
  ['docs/decision-table.md', 'tools/decision-table.ts'],
  ['docs/laws.md', 'packages/lab/src/main.ts', 'laws', '--page'],
  ['docs/compatibility.md', 'tools/compatibility.ts'],
  ['docs/img/compaction.svg', 'tools/compaction-picture.ts'],
]

const failed = pages.filter(([page, ...command]) => {
  console.error(`pages: ${page}`)
  const args = ['--no-install', 'tsx', '--conditions=@active-mode/source', ...command]
  return spawnSync('npx', args, { stdio: ['ignore', 'ignore', 'inherit'] }).status !== 0
})

const fresh = '.untracked/acceptance.md'
if (existsSync(fresh)) copyFileSync(fresh, 'docs/acceptance.md')
else console.error('pages: docs/acceptance.md is left as it is, since there was no whole run of npm test')

console.log(JSON.stringify({ written: pages.length - failed.length + (existsSync(fresh) ? 1 : 0) }))
process.exitCode = failed.length === 0 ? 0 : 1
