import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { bundlePlugin } from '../plugins/bundlePlugin.js'
import type { GateEvent } from '../plugins/gate.js'

/** A prompt that holds this text has its session's title made after its turn was prepared, and its turn's system prompt only after that. */
export const afterTitle = 'AFTER-THE-TITLE'

/** Prompts that hold this text have their system prompts made only after all `count` of them were prepared, the last first. */
export const meeting = (name: string, count: number): string => `MEET(${name},${String(count)})`

/** Holds hooks of the harness back until others ran, so that an order that is rare becomes certain. */
export interface Gate {
  /** Must be loaded before the plugin under test. */
  readonly plugin: { readonly name: string; readonly source: string }
  /** What happened so far in a session. */
  readonly events: () => ReadonlyArray<GateEvent>
}

/** Prepares a gate that writes what happens into a file. */
export const createGate = (file: string): Gate => {
  writeFileSync(file, '')
  return {
    plugin: { name: 'gate', source: bundlePlugin('gate', { file, afterTitle }) },
    events: () =>
      (existsSync(file) ? readFileSync(file, 'utf8') : '')
        .split('\n')
        .filter(Boolean)
        .map((line): GateEvent => JSON.parse(line)),
  }
}

/**
 * A text for a prompt during whose preparation another prompt lands, one that starts no turn: between the hook that
 * sees the messages and the hook that makes the system prompt. `null`: a prompt that names no agent.
 */
export const landing = (agent: string | null): string => `LAND(${agent ?? ''})`

/** A plugin that makes prompts land, as plugins do that add context to a session. Must be loaded before the one under test. */
export const landerPlugin = {
  name: 'lander',
  get source() {
    return bundlePlugin('lander', null)
  },
} as const
