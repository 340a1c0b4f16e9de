import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { pinnedVersion } from '@active-mode/lab/harness'
import { compatibilityPage, readRecords } from '../packages/lab/src/matrix/index.js'

// Writes docs/compatibility.md from the records.

const records = readRecords()
writeFileSync(
  fileURLToPath(new URL('../docs/compatibility.md', import.meta.url)),
  compatibilityPage(records, pinnedVersion()),
)
process.stdout.write(`${JSON.stringify({ versions: records.length })}\n`)
