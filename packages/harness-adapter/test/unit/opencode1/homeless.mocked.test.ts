import { mkdtempSync, rmSync } from 'node:fs'
import type * as Os from 'node:os'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { stageRegistry } from '@active-mode/fixtures/registry'
import activeMode from '../../../src/index.js'
import { clientOf } from './clientOf.js'

// A user of a container who stands in no list of users: asking for the home folder throws.
vi.mock('node:os', async (importOriginal) => {
  const homedir = (): never => {
    throw new Error('no such user')
  }
  return { ...(await importOriginal<typeof Os>()), homedir }
})

test.each([
  ['by default', undefined],
  ['in a folder that the option names', 'log'],
  ['nowhere', false],
])('without a home folder a director is told so, with a decision log %s', async (_, decisionLog) => {
  const folder = mkdtempSync(join(tmpdir(), 'active-mode-homeless-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  vi.stubEnv('XDG_STATE_HOME', join(folder, 'state'))
  onTestFinished(() => void vi.unstubAllEnvs())
  const registry = await stageRegistry(join(folder, 'modes'))
  const client = clientOf('ship')
  const hooks = await activeMode(
    { client, directory: folder },
    { registry, ...(decisionLog === undefined ? {} : { decisionLog }) },
  )
  const system = ['You direct.\n<env>\n</env>']
  await hooks['experimental.chat.system.transform']?.({ sessionID: 'ses_a' }, { system })
  expect(system[0]).toContain('\nposture: director — mode `ship` (agent `ship`)\n')
})
