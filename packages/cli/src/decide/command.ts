import * as E from 'fp-ts/lib/Either.js'
import { decide as decideRequest, decodeDecisionRequest, encodePosture, showDecodeError } from '@active-mode/core'
import type { Register } from '../Command.js'
import { type ExitCode, type Io, Refusal } from '../Io.js'
import { sayError } from '../show/text.js'

export const registerDecide: Register = ({ io, command, run }) => {
  command(
    'decide',
    'Decides one request: reads { sessionInfo, bundle, switchStream } as JSON from stdin, prints the posture as JSON.',
    ['active-mode decide < request.json', 'jq .request vector.json | active-mode decide'],
  ).action(run(() => decide(io)))
}

/** `decide`: one decision request as JSON on stdin, its posture as JSON on stdout. Input that does not decode gets no posture. */
const decide = async (io: Io): Promise<ExitCode> => {
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

const wanted = 'give one object { sessionInfo, bundle, switchStream }'

const readAll = async (io: Io): Promise<string> => {
  try {
    return await io.stdin()
  } catch (error) {
    throw new Refusal(`stdin cannot be read (${sayError(error)}); ${wanted}`)
  }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Refusal(`stdin is not JSON (${sayError(error)}); ${wanted}`)
  }
}
