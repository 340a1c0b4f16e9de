import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { registryFiles } from '@active-mode/fixtures/registry'
import type { RegistryEdit } from './Story.js'

const whole = registryFiles('three-modes')

/** Makes an edit to a staged registry. A repair makes it whole again, but for what cannot be unseen. */
export const editRegistry = (root: string, { edit, mode }: RegistryEdit): void => {
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const change = (path: string, by: (text: string) => string): void => write(path, by(whole[path] ?? ''))
  switch (edit) {
    case 'remove-pack':
      return rmSync(join(root, mode, 'pack.toml'), { force: true })
    case 'break-card':
      return change(`${mode}/card.md`, (text) => text.replace('region=ledger-discovery-rule end', 'region=other end'))
    case 'raise-floor':
      return change(`${mode}/mode.toml`, (text) => text.replace('plugin = "1"', 'plugin = "2"'))
    case 'tear':
      return change(`${mode}/mode.toml`, (text) => text.slice(0, text.length / 2))
    case 'foreign-bundle':
      return write('foreign/mode.toml', 'mode = "fo')
    case 'draft':
      return write('draft/card.md', '# A mode that somebody has begun to write')
    case 'mend':
      rmSync(join(root, 'draft'), { recursive: true, force: true })
      Object.entries(whole).forEach(([path, text]) => write(path, text))
      return write('foreign/mode.toml', 'schema_version = "1"\nmode = "foreign"\n\n[consumer_floors]\nplugin = "1"\n')
  }
}
