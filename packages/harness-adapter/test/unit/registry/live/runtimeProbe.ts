/*
 * Runs in the harness's own runtime: reads the registries that the arguments name, then asks the first of them a thousand
 * times more while the process has no file descriptor left to open anything with. Prints one JSON line.
 */
import { closeSync, openSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { createRegistrySource } from '../../../../src/registry/live/createRegistrySource.js'

const roots = process.argv.slice(2)
const sources = roots.map((option) => createRegistrySource({ option, env: {} }))
const snapshots = await Promise.all(sources.map((source) => source.snapshot()))
await setTimeout(120)
const [first] = sources
const before = await first?.snapshot()

const taken: number[] = []
try {
  for (;;) taken.push(openSync('/dev/null', 'r'))
} catch {
  // Every descriptor is taken now.
}
let same = 0
for (let each = 0; each < 1_000; each += 1) if ((await first?.snapshot()) === before) same += 1
for (const descriptor of taken) closeSync(descriptor)

process.stdout.write(
  `${JSON.stringify({ runtime: process.versions['bun'] ?? 'node', taken: taken.length > 0, same, snapshots })}\n`,
)
