import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright-core'

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

/** Makes sure that there is a Chromium: installs Debian's where this process may. Answers why there is none, or `null`. */
export const ensureChromium = (): string | null => {
  if (existsSync(executablePath)) return null
  if (process.getuid?.() !== 0) return `${executablePath} is missing and this process may not install it`
  const install = (args: ReadonlyArray<string>) =>
    spawnSync('apt-get', args, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      encoding: 'utf8',
      timeout: 900_000,
    })
  const wanted = ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-dejavu-core']
  const first = install(wanted)
  if (first.status !== 0) install(['update'])
  const { status, stderr } = first.status === 0 ? first : install(wanted)
  return status === 0 && existsSync(executablePath)
    ? null
    : `apt-get could not install chromium: ${stderr || 'no such command'}`
}

export interface OpenedBrowser {
  readonly context: BrowserContext
  readonly close: () => Promise<void>
}

/** A headless Chromium with an empty profile, which looks nothing up in a network. */
export const openBrowser = async (colorScheme: 'light' | 'dark'): Promise<OpenedBrowser> => {
  const profile = mkdtempSync(join(tmpdir(), 'active-mode-chromium-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    colorScheme,
    viewport: { width: 1280, height: 800 },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
  return {
    context,
    close: async () => {
      await context.close()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}
