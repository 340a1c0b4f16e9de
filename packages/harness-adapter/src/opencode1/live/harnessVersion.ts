import * as E from 'fp-ts/lib/Either.js'
import { constNull, pipe } from 'fp-ts/lib/function.js'
import { fieldsOf } from '../../environment/answer.js'
import type { HarnessClient } from '../HarnessClient.js'
import { askHarness } from './askHarness.js'

/** How long the harness may take, in milliseconds. Only lines of the log wait for it. */
const patience = 2000

/** The harness's version, asked for once and only when it is wanted; `null` where it does not tell. */
export const harnessVersion = (client: HarnessClient | undefined): (() => Promise<string | null>) => {
  let version: Promise<string | null> | null = null
  return () => (version ??= ask(client))
}

const ask = async (client: HarnessClient | undefined): Promise<string | null> => {
  const transport = client?._client
  return transport === undefined
    ? null
    : pipe(await askHarness(patience, () => transport.get({ url: '/global/health' })), E.match(constNull, versionIn))
}

const versionIn = (data: unknown): string | null => {
  const { version } = fieldsOf(data)
  return typeof version === 'string' && /^[0-9A-Za-z.+-]{1,64}$/.test(version) ? version : null
}
