import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFaults } from '../faults/index.js'
import {
  atExit,
  binary2Variable,
  binaryVariable,
  bootHarness,
  type Harness,
  harnessBinary,
  pinnedVersion,
} from '../harness/index.js'
import { bootHarness2, type Harness2, harness2Binary, harness2Version } from '../harness2/index.js'
import { bundlePlugin } from '../plugins/bundlePlugin.js'
import type { Tampering2 } from '../plugins/probe2.js'
import { collectFacts } from './collectFacts.js'
import { collectFacts2 } from './collectFacts2.js'
import { nothingObserved, type ProbeEvent, type ScriptMarks } from './Observation.js'
import { nothingObserved2, type Probe2Event, type Script2Marks } from './Observation2.js'
import { formEntries, formFiles } from './pluginForms.js'
import { availabilityOf } from './runAvailability.js'
import { runScript } from './runScript.js'
import { runScript2 } from './runScript2.js'
import { script2Agents, script2AgentSpecs, scriptAgents, scriptAgentSpecs } from './scriptAgents.js'
import { type Tampering, tamperings } from './tampering.js'

/** Runs the availability fixture of the first generation. */
export const runAvailability = availabilityOf<Harness, Tampering, ScriptMarks, ProbeEvent>({
  binary: harnessBinary,
  variable: binaryVariable,
  builtFor: pinnedVersion,
  boot: async (binary, tampering) => {
    const probe = { name: 'probe', source: bundlePlugin('probe', { otherAgent: scriptAgents.other }) }
    if (tampering === null) return bootHarness({ binary, plugins: [probe], agents: scriptAgentSpecs })
    const scratch = mkdtempSync(join(tmpdir(), 'active-mode-faults-'))
    atExit(() => rmSync(scratch, { recursive: true, force: true }))
    const { plugin } = createFaults(join(scratch, 'tampering'), [tamperings[tampering]])
    return bootHarness({ binary, plugins: [plugin, probe], agents: scriptAgentSpecs })
  },
  script: runScript,
  nothing: nothingObserved,
  facts: collectFacts,
  getMs: (event) => (event.event === 'call' ? event.get.ms : null),
})

/** Runs that of the second generation. */
export const runAvailability2 = availabilityOf<Harness2, Tampering2, Script2Marks, Probe2Event>({
  binary: harness2Binary,
  variable: binary2Variable,
  builtFor: () => harness2Version,
  boot: (binary, tampering) =>
    bootHarness2({
      binary,
      agents: script2AgentSpecs,
      plugins: [
        { name: 'meddler', source: bundlePlugin('probeMeddler2', { otherAgent: script2Agents.other }) },
        { name: 'probe', source: bundlePlugin('probe2', { tampering }) },
      ],
      pluginEntries: formEntries,
      files: formFiles.project,
      configFiles: formFiles.global,
      pluginFiles: formFiles.plugins,
      // Otherwise it waits some two seconds.
      retryDelayMs: 300,
    }),
  script: runScript2,
  nothing: nothingObserved2,
  facts: collectFacts2,
  getMs: (event) => (event.event === 'hook' ? event.get.ms : null),
})
