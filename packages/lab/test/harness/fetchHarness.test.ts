import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readIntegrity } from '../../src/harness/harnessIntegrity.js'
import {
  cacheVariable,
  fetchHarness,
  type FetchOptions,
  harnessSpec,
  platformNames,
  platformPackages,
} from '../../src/harness/index.js'
import { ownBinary } from '../../src/harness/ownBinary.js'

const version = '1.99.0'
const [preferred = '', ...others] = platformPackages(version)
const spec = `${preferred}@${version}`

const scratch = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'active-mode-fetch-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }))
  return folder
}

const silently = (): void => undefined

/** A package as npm packs it, with an executable that tells its version. */
const tarballIn = (folder: string): Buffer => {
  const bin = join(folder, 'package', 'bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(folder, 'package', 'package.json'), JSON.stringify({ name: preferred, version }))
  writeFileSync(join(bin, 'opencode'), `#!/bin/sh\necho ${version}\n`)
  chmodSync(join(bin, 'opencode'), 0o755)
  execFileSync('tar', ['-czf', 'harness.tgz', 'package'], { cwd: folder })
  return readFileSync(join(folder, 'harness.tgz'))
}

const integrityOf = (bytes: Buffer): string => `sha512-${createHash('sha512').update(bytes).digest('base64')}`

interface Registry {
  readonly cache: string
  readonly options: FetchOptions
  /** What it was asked for. */
  readonly asked: ReadonlyArray<string>
  readonly stop: () => Promise<void>
}

/** A registry with one package, which npm is pointed at; `half` ends each download in its middle. */
const registryWith = async ({ half = false, names = [preferred] } = {}): Promise<Registry> => {
  const folder = scratch()
  const bytes = tarballIn(folder)
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '')
    asked.push(path)
    if (path === '/harness.tgz') {
      response.writeHead(200, { 'content-length': bytes.length })
      if (!half) return response.end(bytes)
      response.write(bytes.subarray(0, bytes.length / 2))
      return setTimeout(() => response.destroy(), 50)
    }
    const name = path.slice(1)
    if (!names.includes(name)) return response.writeHead(404).end('{}')
    const dist = { tarball: `${base}/harness.tgz`, integrity: integrityOf(bytes) }
    const versions = { [version]: { name, version, dist } }
    return response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  const stop = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  onTestFinished(stop)
  const cache = join(folder, 'harnesses')
  const npm = { npm_config_registry: base, npm_config_noproxy: '127.0.0.1', npm_config_cache: join(folder, 'npm') }
  const environment = { ...process.env, ...npm, [cacheVariable]: cache }
  const packages = [preferred, ...others].map((name) => [`${name}@${version}`, integrityOf(bytes)] as const)
  return { cache, asked, stop, options: { environment, integrity: Object.fromEntries(packages) } }
}

test('a version is fetched once, and then comes from the cache, also with no registry', async () => {
  const { cache, options, asked, stop } = await registryWith()
  const said: string[] = []
  const path = join(cache, version, 'bin', 'opencode')
  expect(await fetchHarness(version, (line) => said.push(line), options)).toEqual({ _tag: 'found', path, version })
  expect(execFileSync(path, { encoding: 'utf8' })).toBe(`${version}\n`)
  expect(said).toEqual([`harness: fetching ${spec}, once`])
  expect(asked).toContain('/harness.tgz')

  await stop()
  expect(await fetchHarness(version, (line) => said.push(line), options)).toEqual({ _tag: 'found', path, version })
  expect(said).toHaveLength(1)
  expect(readdirSync(cache)).toEqual([version])
}, 60_000)

test('two that fetch at once both get it, and the cache holds it once', async () => {
  const { cache, options } = await registryWith()
  const both = await Promise.all([1, 2].map(() => fetchHarness(version, silently, options)))
  expect(both.map(({ _tag }) => _tag)).toEqual(['found', 'found'])
  expect(readdirSync(cache)).toEqual([version])
}, 60_000)

test('what has another integrity than the committed one is refused, and no other package is tried', async () => {
  const { cache, options, asked } = await registryWith({ names: [preferred, ...others] })
  const integrity = { ...options.integrity, [spec]: integrityOf(Buffer.from('something else')) }
  expect(await fetchHarness(version, silently, { ...options, integrity })).toEqual({
    _tag: 'missing',
    detail: `harness ${version} cannot be had: what the registry gives as ${spec} has another integrity than packages/lab/harness-integrity.json, and was thrown away`,
  })
  expect(asked.filter((path) => path === '/harness.tgz')).toHaveLength(1)
  expect(readdirSync(cache)).toEqual([])
}, 60_000)

test('what has no committed integrity is not asked for, and the sentence says how it gets one', async () => {
  const { options, asked } = await registryWith()
  expect(await fetchHarness(version, silently, { ...options, integrity: {} })).toEqual({
    _tag: 'missing',
    detail: expect.stringMatching(/has no integrity of .*; npm run harness -- --pin --version 1\.99\.0 adds /),
  })
  expect(asked).toEqual([])
})

test('a download that ends half way leaves nothing behind', async () => {
  const { cache, options } = await registryWith({ half: true })
  expect(await fetchHarness(version, silently, options)).toMatchObject({ _tag: 'missing' })
  expect(readdirSync(cache)).toEqual([])
}, 60_000)

test('without a network one sentence says what to do', async () => {
  const { options, stop } = await registryWith()
  await stop()
  expect(await fetchHarness(version, silently, options)).toEqual({
    _tag: 'missing',
    detail: expect.stringMatching(
      /^harness 1\.99\.0 cannot be had: the npm registry was not reached \(ECONNREFUSED\): run npm run harness once where there is a network, copy \S+ from a machine that has it, or name an executable of your own in ACTIVE_MODE_HARNESS$/,
    ),
  })
}, 60_000)

test.skipIf(others.length === 0)(
  'where the registry lacks the best package for this machine, the next one is taken',
  async () => {
    const { options } = await registryWith({ names: others })
    expect(await fetchHarness(version, silently, options)).toMatchObject({ _tag: 'found', version })
  },
  60_000,
)

test('an executable of one’s own is taken, and the version it reports is said once', async () => {
  const folder = scratch()
  tarballIn(folder)
  const path = join(folder, 'package', 'bin', 'opencode')
  const said: string[] = []
  const ask = () => ownBinary('OWN', (line) => said.push(line), { OWN: path })
  for (const answer of [await ask(), await ask()]) expect(answer).toEqual({ _tag: 'found', path, version })
  expect(said).toEqual([`harness: ${path} (OWN) reports version ${version}`])
  expect(existsSync(join(folder, 'harnesses'))).toBe(false)
})

test('an executable of one’s own that is not there is not replaced by another', async () => {
  expect(await ownBinary('OWN', silently, { OWN: '/nowhere/opencode' })).toEqual({
    _tag: 'missing',
    detail: 'OWN names a file that does not exist',
  })
  expect(await ownBinary('OWN', silently, {})).toBeNull()
})

test('each recorded harness has a committed integrity, so that it can be had again', () => {
  const committed = Object.keys(readIntegrity())
  const recorded = readdirSync(new URL('../../../fixtures/availability/records', import.meta.url))
  const specs = recorded.map((file) => harnessSpec(file.replace(/\.json$/, '')))
  const isCommitted = (spec: (typeof specs)[number]): boolean =>
    spec !== null &&
    platformNames(spec.version, spec.fork).some((name) => committed.includes(`${name}@${spec.version}`))
  expect(specs.filter((spec) => !isCommitted(spec))).toEqual([])
  expect(committed.length).toBeGreaterThanOrEqual(recorded.length)
})
