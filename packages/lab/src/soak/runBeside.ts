import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isTurnOnWire, runOnce } from '@active-mode/lab/harness'
import type { Stage } from './Stage.js'

/** Runs a session once, in a process of its own, and fails where its decision log lacks the line of a turn, or has one too many. */
export const runBeside = async (stage: Stage, agent: string): Promise<void> => {
  stage.isFresh = true
  try {
    const { code, stderr, requests } = await runOnce({
      stage: stage.harness.stage,
      args: ['run', '--agent', agent, 'go on'],
    })
    if (code !== 0) throw new Error(`a session that was run once ended with ${String(code)}: ${stderr.slice(-1000)}`)
    const turns = requests.filter(isTurnOnWire)
    for (const session of new Set(turns.map((request) => String(request.session)))) {
      const [served, logged] = [turns.filter((request) => request.session === session).length, linesOf(stage, session)]
      if (served !== logged)
        throw new Error(
          `the session ${session} was run once, with ${served} turns, and has ${logged} lines in the decision log`,
        )
    }
  } finally {
    stage.isFresh = false
  }
}

const linesOf = ({ harness }: Stage, session: string): number => {
  const file = join(harness.stateDir, 'active-mode', 'decisions', `${session}.jsonl`)
  return existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line.includes('"sessionId"')).length
    : 0
}
