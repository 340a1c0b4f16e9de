import * as E from 'fp-ts/lib/Either.js'
import { decide as decideRequest, decodeDecisionRequest, encodePosture, showDecodeError } from '@active-mode/core'
import type { ExitCode, Io } from '../Io.js'
import { Refusal } from '../live/Refusal.js'

/** `decide`: one decision request as JSON on stdin, its outcome as JSON on stdout. What does not decode has no outcome. */
export const decide = async (io: Io): Promise<ExitCode> => {
  const request = decodeDecisionRequest(parse(await readAll(io)))
  if (E.isLeft(request)) {
    io.stderr(
      `stdin is not a decision request; correct these places and try again:\n${request.left.map((error) => `  ${showDecodeError('(the whole)')(error)}`).join('\n')}`,
    )
    return 2
  }
  io.stdout(JSON.stringify(encodePosture(decideRequest(request.right))))
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
