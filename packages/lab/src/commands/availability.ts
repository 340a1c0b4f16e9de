import { writeFileSync } from 'node:fs'
import { expectedOf } from '../availability/AvailabilityRecord.js'
import { expectedFiles, expectedName, type Generation, readExpected } from '../availability/AvailabilityRecord.js'
import { differences } from '../availability/differences.js'
import { runAvailability, runAvailability2 } from '../availability/generations.js'
import type { AvailabilityRun } from '../availability/runAvailability.js'
import { tamperingInForce } from '../availability/tampering.js'
import { writeRecord } from '../availability/writeRecord.js'
import { fetchHarness, harnessSpec, isSecondGeneration, pinnedVersion } from '../harness/index.js'
import { harness2Version } from '../harness2/index.js'

export interface AvailabilityCommand {
  readonly harness?: string
  readonly records?: string
  readonly accept?: boolean
}

const say = (line: string) => {
  process.stderr.write(`${line}\n`)
}

/** Runs the availability fixture on a harness, writes its record, and holds it against what the code was built for. */
export const availability = async (given: AvailabilityCommand): Promise<number> => {
  const { first, second } = tamperingInForce()
  const named = given.harness ?? (second === undefined ? pinnedVersion() : harness2Version)
  const asked = harnessSpec(named)?.name ?? named
  const generation: Generation = isSecondGeneration(asked) ? 'second' : 'first'
  const builtFor = generation === 'second' ? harness2Version : pinnedVersion()
  const version = asked === builtFor ? undefined : asked
  const chosen = version === undefined ? {} : { version, binary: await fetchHarness(version, say) }
  const run: AvailabilityRun =
    generation === 'second'
      ? await runAvailability2({ say, ...chosen, ...(second === undefined ? {} : { tampering: second }) })
      : await runAvailability({ say, ...chosen, ...(first === undefined ? {} : { tampering: first }) })
  const { record } = run
  const path = writeRecord(run, given.records, first ?? second)
  process.stdout.write(`${JSON.stringify(record)}\n`)
  say(`availability: contract ${record.contract} on harness ${record.harness}; record written to ${path}`)
  if (given.accept === true && record.failure === null)
    writeFileSync(expectedFiles[generation], `${JSON.stringify(expectedOf(record), null, 2)}\n`)
  if (version !== undefined) {
    if (record.failure !== null) say(`availability: ${record.failure}`)
    return record.failure === null ? 0 : 1
  }
  const found = differences(record, readExpected(generation), expectedName(generation))
  for (const sentence of found) say(sentence)
  return found.length === 0 ? 0 : 1
}
