/*
 * What the probes and the availability run that reads their reports agree on, of both generations.
 */

/** The probe's file name below the harness's state folder: one JSON event a line. */
export const probeFile = 'probe.jsonl'

/** Text that the probe splices into the system prompt of its `call`-th hook call, in place and by re-assignment. */
export const probeMarker = (call: number, how: 'in-place' | 'reassigned'): string =>
  `probe-call-${String(call)}-${how}.`

/** A prompt that holds this text makes the probe land a `noReply` prompt of another agent between preparation and hook. */
export const landingCue = 'LAND-ANOTHER-PROMPT-BEFORE-THE-HOOK'

/** Milliseconds within which a call of the session API must answer inside the hook. */
export const deadlineMs = 2_000

/** The hooks of the second generation that hand over a system text. */
export const systemHooks = ['context', 'compaction', 'generate', 'title'] as const

export type SystemHook = (typeof systemHooks)[number]

/** Of the second generation: the file below the state folder whose being there lets a waiting hook go on. */
export const goFile = 'probe-go'

/** Of the second generation: text spliced into the system text of the `call`-th call, pushed onto the array and in a re-assigned array. */
export const probe2Marker = (hook: SystemHook, call: number, how: 'pushed' | 'assigned'): string =>
  `probe-${hook}-${String(call)}-${how}.`

/** Of the second generation: prompts that hold one of these make a hook wait, forge the agent, or freeze the array. */
export const cues2 = { wait: 'LET-THE-HOOK-WAIT', forge: 'FORGE-THE-AGENT', freeze: 'FREEZE-THE-ARRAY' } as const
