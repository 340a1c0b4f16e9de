import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach } from 'vitest'
import { registryFiles } from '@active-mode/fixtures/registry'

/** The registry of three modes under a harness that runs: whole again before each test, for the test to damage. */
export const threeModes = (root: () => string) => {
  const whole = registryFiles('three-modes')
  const write = (path: string, content: string): void => {
    mkdirSync(dirname(join(root(), path)), { recursive: true })
    writeFileSync(join(root(), path), content)
  }
  beforeEach(() => Object.entries(whole).forEach(([path, content]) => write(path, content)))
  return {
    write,
    edit: (path: string, change: (content: string) => string): void => write(path, change(whole[path] ?? '')),
    remove: (path: string): void => rmSync(join(root(), path)),
  }
}
