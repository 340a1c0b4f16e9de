import * as E from 'fp-ts/lib/Either.js'
import { decidePosture, decodeDecisionRequest, encodePosture } from '@active-mode/core'
import type { ExitCode, Io } from '../Io.js'
import { Refusal } from '../live/Refusal.js'

/** `decide`: one decision request as JSON on stdin, its outcome as JSON on stdout. What does not decode has no outcome. */
export const decide = async (io: Io): Promise<ExitCode> => {
  const request = decodeDecisionRequest(parse(await readAll(io)))
  if (E.isLeft(request)) {
    io.stderr(
      `stdin is not a decision request; correct these places and try again:\n${request.left.map(({ path, expected }) => `  ${path === '' ? '(the whole)' : path}: expected ${expected}`).join('\n')}`,
    )
    return 2
  }
  const { sessionInfo, bundle, switchStream } = request.right
  io.stdout(JSON.stringify(encodePosture(decidePosture(sessionInfo, bundle, switchStream))))
  return 0
}

const readAll = async (io: Pick<Io, 'stdin'>): Promise<string> => {
  try {
    return await io.stdin()
  } catch (error) {
    throw new Refusal(
      `stdin cannot be read (${error instanceof Error ? error.message : String(error)}); give one object { sessionInfo, bundle, switchStream }`,
    )
  }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Refusal(
      `stdin is not JSON (${error instanceof Error ? error.message : String(error)}); give one object { sessionInfo, bundle, switchStream }`,
    )
  }
}
