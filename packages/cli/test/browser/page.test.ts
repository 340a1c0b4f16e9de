import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generateLog } from '../support/generateLog.js'
import { ensureChromium, openBrowser, type OpenedBrowser } from '../support/openBrowser.js'
import { recorded, runTool } from '../support/runTool.js'

const missing = ensureChromium()
if (missing !== null) console.error(`\n*** SKIPPED: the audit's page was not tested in a browser: ${missing} ***\n`)

const shots = fileURLToPath(new URL('../../../../.untracked/audit/', import.meta.url))
let folder: string
let browser: OpenedBrowser

describe.skipIf(missing !== null)('the page, in a real browser', () => {
  beforeAll(async () => {
    mkdirSync(shots, { recursive: true })
    folder = mkdtempSync(join(tmpdir(), 'active-mode-page-'))
    browser = await openBrowser('light')
  }, 900_000)
  afterAll(async () => {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const write = async (name: string, args: ReadonlyArray<string>): Promise<string> => {
    const file = join(folder, `${name}.html`)
    const { stderr } = await runTool(['audit', ...args, '--html', file])
    expect(stderr).toContain(file)
    return pathToFileURL(file).href
  }

  /** Opens a page and fails on whatever it complains about or asks a network for. */
  const open = async (url: string, { context } = browser): Promise<Page> => {
    const page = await context.newPage()
    page.on('pageerror', (error) => expect.soft(error).toBeNull())
    page.on('console', (message) => expect.soft(message.text()).toBe(''))
    page.on('request', (request) => expect.soft(request.url()).toMatch(/^(?:file|data):/))
    await page.goto(url)
    await page.waitForSelector('html[data-ready=true]')
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    return page
  }

  const details = (page: Page) => page.locator('#details')

  test('shows the recorded run: hover and the keyboard show a decision and its evidence', async () => {
    const page = await open(
      await write('recorded', ['--log', recorded('decisions'), '--export', recorded('export.json'), '--vault', folder]),
    )
    expect(await page.locator('#totals').textContent()).toContain('20 decisions in 4 sessions')
    const timelines = page.locator('canvas')
    expect(await timelines.count()).toBe(4)

    await timelines.first().hover({ position: { x: 5, y: 30 } })
    await expect.poll(() => details(page).textContent()).toContain('director · of mode ship · via session-info')

    await timelines.first().focus()
    await page.keyboard.press('End')
    await expect.poll(() => details(page).textContent()).toContain('version-gap')
    await page.keyboard.press('Home')
    for (let step = 0; step < 40 && !(await details(page).textContent())?.includes('ledgers named'); step += 1)
      await page.keyboard.press('ArrowRight')
    expect(await details(page).textContent()).toContain('sessions/session-20261130-harbour.md')
    await page.keyboard.press('ArrowDown')
    expect(await page.evaluate('document.activeElement === document.querySelectorAll("canvas")[1]')).toBe(true)

    await timelines.first().focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('n')
    expect(await details(page).textContent()).toContain('✕ ledger-missing')
    expect(await timelines.first().getAttribute('aria-label')).toMatch(/Compaction, agent ship, finding$/)
    await page.screenshot({ path: join(shots, 'recorded.png') })
    await page.close()
  })

  test('filters by finding, and by session or agent', async () => {
    const { log, export: exported } = await generateLog(join(folder, 'some'), {
      sessions: 12,
      turns: 60,
      faultEvery: 97,
    })
    const page = await open(await write('some', ['--log', log, '--export', exported]))
    const count = page.locator('#count')
    expect(await count.textContent()).toBe('12 of 12 sessions')
    await page.getByLabel('only sessions with findings').check()
    const withFindings = Number((await count.textContent())?.split(' ')[0])
    expect(withFindings).toBeGreaterThan(0)
    expect(withFindings).toBeLessThan(12)
    await page.getByLabel(/^ ?director-without-block/).uncheck()
    expect(await count.textContent()).not.toBe(`${withFindings} of 12 sessions`)
    await page.getByLabel(/^ ?director-without-block/).check()
    await page.getByLabel('only sessions with findings').uncheck()
    await page.getByLabel('Session or agent').fill('999995')
    expect(await count.textContent()).toBe('1 of 12 sessions')
    await page.getByLabel('Session or agent').fill('')
    await page.getByLabel('only sessions with findings').check()
    await page.locator('canvas').first().focus()
    await page.keyboard.press('n')
    await page.getByLabel('only sessions with findings').uncheck()
    await page.evaluate(
      "document.querySelector('#scope').textContent = 'log ~/.local/state/active-mode/decisions · store ~/.local/share/opencode/opencode.db'",
    )
    await page.locator('canvas').first().focus()
    await page.keyboard.press('n')
    await page.screenshot({ path: join(shots, 'audit.png') })
    // The picture of the README: UPDATE=1 keeps it.
    if (process.env['UPDATE'] !== undefined)
      await page.screenshot({ path: fileURLToPath(new URL('../../../../docs/img/audit.png', import.meta.url)) })
    await page.close()
  })

  test('N works on a fresh page, and goes on to the next session', async () => {
    const page = await open(pathToFileURL(join(folder, 'some.html')).href)
    expect(await page.evaluate('document.activeElement === document.body')).toBe(true)
    await page.keyboard.press('n')
    const first = await details(page).textContent()
    expect(first).toContain('✕ director-without-block')
    await page.keyboard.press('n')
    await expect.poll(() => details(page).textContent()).not.toBe(first)
    // In a field it is a letter.
    await page.getByLabel('Session or agent').focus()
    await page.keyboard.press('n')
    expect(await page.getByLabel('Session or agent').inputValue()).toBe('n')
    await page.close()
  })

  test('dates, titles and folders are visible without pointing', async () => {
    const page = await open(
      await write('recorded', ['--log', recorded('decisions'), '--export', recorded('export.json')]),
    )
    const row = page.locator('article', { hasText: 'Understood. (fork #1)' })
    expect(await row.textContent()).toContain('/project')
    const { date } = (await page.evaluate(
      "(() => { const d = new Date('2026-11-30T14:13:53.373Z'); return { date: [d.getFullYear(), String(d.getMonth() + 1).padStart(2, '0'), String(d.getDate()).padStart(2, '0')].join('-') } })()",
    )) as { date: string }
    expect(await row.textContent()).toContain(date)
    expect(await row.isVisible()).toBe(true)
    expect(await page.locator('#scope').textContent()).toContain('oldest first')
    await page.screenshot({ path: join(shots, 'fresh.png') })
    await page.close()
  })

  test('an agent whose name has no room beside its neighbours gets the room that the timeline has', async () => {
    const { log } = await generateLog(join(folder, 'names'), { sessions: 1, turns: 8 })
    const { readdirSync, readFileSync, writeFileSync } = await import('node:fs')
    const [name = ''] = readdirSync(log).filter((each) => each.endsWith('.jsonl'))
    writeFileSync(
      join(log, name),
      readFileSync(join(log, name), 'utf8')
        .trim()
        .split('\n')
        .map((line, at) =>
          line.replace('"requestAgent":"ship"', `"requestAgent":"${at % 2 === 0 ? 'ship' : 'quartermaster-in-chief'}"`),
        )
        .join('\n'),
    )
    const url = await write('names', ['--log', log])
    const page = await open(url)
    await page.screenshot({ path: join(shots, 'names.png') })
    // As wide as eight such names, and no wider than the room.
    const { width, room } = (await page.evaluate(
      "({ width: document.querySelector('canvas').clientWidth, room: document.querySelector('#list').clientWidth })",
    )) as { width: number; room: number }
    expect(width).toBeGreaterThan(8 * 90)
    expect(width).toBeLessThanOrEqual(room)
    await page.close()
  })

  test('the list of findings leads to each, and a link to one request leads to it in a fresh page', async () => {
    const url = pathToFileURL(join(folder, 'some.html')).href
    const page = await open(url)
    const buttons = page.locator('#findings button')
    expect(await page.locator('#findings h2').textContent()).toBe(`Findings (${await buttons.count()})`)
    await buttons.last().click()
    const shown = await details(page).textContent()
    expect(shown).toContain('✕ director-without-block')
    // The mouse on its way to the details takes nothing away.
    await page
      .locator('canvas')
      .first()
      .hover({ position: { x: 5, y: 30 } })
    expect(await details(page).textContent()).toBe(shown)
    const href = await details(page).getByText('Link to this request').getAttribute('href')
    expect(await page.evaluate('location.href')).toBe(`${url}${href}`)
    await page.close()

    const again = await open(`${url}${href}`)
    await expect.poll(() => details(again).textContent()).toBe(shown)
    await again.screenshot({ path: join(shots, 'link.png') })
    await again.evaluate("location.hash = '#session=none'")
    expect(await details(again).textContent()).toBe(shown)
    await again.close()
  })

  test('a link leads to its request although a filter hides it', async () => {
    const url = pathToFileURL(join(folder, 'some.html')).href
    const page = await open(url)
    await page.locator('#findings button').first().click()
    const hash = await page.evaluate<string>('location.hash')
    expect(hash).toContain('session=')
    const shown = await details(page).textContent()
    await page.getByLabel('Session or agent').fill('nobody')
    expect(await page.locator('#count').textContent()).toBe('0 of 12 sessions')
    await page.evaluate(`location.hash = ''; location.hash = ${JSON.stringify(hash)}`)
    await expect.poll(() => page.locator('#count').textContent()).toBe('12 of 12 sessions')
    expect(await details(page).textContent()).toBe(shown)
    await page.close()
  })

  test('a click keeps a request in the details, and Escape lets go', async () => {
    const page = await open(pathToFileURL(join(folder, 'some.html')).href)
    const canvas = page.locator('canvas').first()
    await canvas.click({ position: { x: 5, y: 30 } })
    const kept = await details(page).textContent()
    await canvas.hover({ position: { x: 300, y: 30 } })
    expect(await details(page).textContent()).toBe(kept)
    await page.keyboard.press('Escape')
    await canvas.hover({ position: { x: 320, y: 30 } })
    expect(await details(page).textContent()).not.toBe(kept)
    await page.close()
  })

  test('filters by time: sessions, findings and N', async () => {
    const page = await open(pathToFileURL(join(folder, 'some.html')).href)
    const all = await page.locator('#findings button').count()
    const local = (iso: string): Promise<string> =>
      page.evaluate(
        `(() => { const d = new Date('${iso}'); return new Date(d.getTime() - d.getTimezoneOffset() * 60000).toISOString().slice(0, 19) })()`,
      )
    // Session k begins k minutes after eight and has a turn each 20 seconds for 20 minutes.
    await page.getByLabel('From', { exact: true }).fill(await local('2026-11-30T08:25:00Z'))
    expect(await page.locator('#count').textContent()).toBe('6 of 12 sessions')
    expect(await page.locator('#findings button').count()).toBeLessThan(all)
    await page.screenshot({ path: join(shots, 'time.png') })
    await page.getByLabel('To', { exact: true }).fill(await local('2026-11-30T08:25:01Z'))
    expect(await page.locator('#findings h2').textContent()).toBe('No findings')
    await page.getByLabel('From', { exact: true }).fill('')
    await page.getByLabel('To', { exact: true }).fill(await local('2026-11-30T08:02:30Z'))
    expect(await page.locator('#count').textContent()).toBe('3 of 12 sessions')
    await page.close()
  })

  test('says what was not looked at', async () => {
    const page = await open(await write('alone', ['--log', recorded('decisions')]))
    expect(await page.locator('#notices').textContent()).toContain('The session store was not read')
    expect(await page.locator('#totals').textContent()).not.toContain('0 turns')
    await page.close()
  })

  test('is readable in the dark: gaps, switches and bands are drawn in its colours', async () => {
    const dark = await openBrowser('dark')
    try {
      const page = await open(pathToFileURL(join(folder, 'some.html')).href, dark)
      expect(await page.evaluate('getComputedStyle(document.documentElement).backgroundColor')).toBe('rgb(18, 21, 26)')
      await page.screenshot({ path: join(shots, 'dark.png') })
    } finally {
      await dark.close()
    }
  })

  test('draws a finding in red and with a mark that is not a colour', async () => {
    const page = await open(pathToFileURL(join(folder, 'some.html')).href)
    await page.getByLabel('only sessions with findings').check()
    await page.locator('canvas').first().focus()
    await page.keyboard.press('n')
    const marks = await page.evaluate(`(() => {
      const canvas = document.querySelector('canvas')
      const { data, width } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
      const red = []
      for (let at = 0; at < data.length; at += 4) if (data[at] > 180 && data[at + 1] < 60 && data[at + 2] < 60 && data[at + 3] > 200) red.push(Math.floor(at / 4 / width))
      return { red: red.length, below: red.some((y) => y >= canvas.height - 3) }
    })()`)
    expect(marks).toMatchObject({ below: true })
    expect((marks as { red: number }).red).toBeGreaterThan(20)
    await page.close()
  })

  test('hostile text of a log is shown and never run', async () => {
    const { log } = await generateLog(join(folder, 'hostile'), { sessions: 1, turns: 3 })
    const { readdirSync, readFileSync, writeFileSync } = await import('node:fs')
    const [name = ''] = readdirSync(log).filter((each) => each.endsWith('.jsonl'))
    const hostile = '</script><img src=x onerror=alert(1)>'
    writeFileSync(
      join(log, name),
      readFileSync(join(log, name), 'utf8').replaceAll(
        '"requestAgent":"ship"',
        `"requestAgent":${JSON.stringify(hostile)}`,
      ),
    )
    const page = await open(await write('hostile', ['--log', log]))
    await page.locator('canvas').first().focus()
    await page.keyboard.press('Home')
    expect(await details(page).textContent()).toContain(hostile)
    expect(await page.locator('img').count()).toBe(0)
    await page.close()
  })

  test('of 500 sessions of 200 turns only those in view are in the document', async () => {
    const { log, export: exported } = await generateLog(join(folder, 'large'), {
      sessions: 500,
      turns: 200,
      faultEvery: 997,
    })
    const url = await write('large', ['--log', log, '--export', exported])
    const page = await open(url)
    expect(await page.locator('#totals').textContent()).toContain('100000 decisions in 500 sessions')
    expect(await page.locator('canvas').count()).toBeLessThan(40)
    await page.evaluate('list.scrollTop = list.scrollHeight')
    await expect.poll(() => page.locator('article').last().textContent()).toContain('ses_000000999501gen')
    expect(await page.locator('canvas').count()).toBeLessThan(40)
    await page.evaluate('list.scrollTop = 0')
    await page.locator('canvas').first().focus()
    await page.keyboard.press('n')
    await page.screenshot({ path: join(shots, 'large.png') })
    await page.close()
  })
})
