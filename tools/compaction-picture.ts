import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Recording, recordingFile } from '../packages/lab/src/demo/Recording.js'
import { compactionPicture } from '../packages/lab/src/picture/compactionPicture.js'

// Writes docs/img/compaction.svg from the committed recording, after the last run of `npm start`, if there was one, has renewed that.

const root = fileURLToPath(new URL('../', import.meta.url))
const [fresh, committed] = [join(root, recordingFile.fresh), join(root, recordingFile.committed)]
if (existsSync(fresh)) copyFileSync(fresh, committed)
const recording: Recording = JSON.parse(readFileSync(committed, 'utf8'))
writeFileSync(join(root, 'docs/img/compaction.svg'), compactionPicture(recording))
process.stdout.write(`${JSON.stringify({ harness: recording.harness })}\n`)
