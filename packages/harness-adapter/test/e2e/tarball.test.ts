import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadVectors, matchesVector } from '@active-mode/fixtures'
import { registryFiles, registryFixture } from '@active-mode/fixtures/registry'
import { bootHarness, type BootOptions, type Harness, type PluginSpec } from '@active-mode/lab/harness'
import { packInstalled, packPackages } from '../../../../tools/build/buildPackages.js'
import { innerSubpaths, tarballFaults } from '../../../../tools/build/tarballFaults.js'
import { agents, scratchFolder } from './support/bootDirector.js'
import { openTitled, served, told } from './support/life.js'
import { runCommand } from './support/runCommand.js'

/*
 * What a stranger gets: the tarballs, installed into an empty project with npm's cache empty and no registry that
 * answers, and the plugin from there in the real harness, registered in every way that the README names.
 */

const scratch = scratchFolder()
const project = join(scratch, 'project')
const adapter = '@active-mode/harness-adapter'
const installed = (name: string, ...path: ReadonlyArray<string>) => join(project, 'node_modules', name, ...path)

/** Nothing answers there, and npm is not to ask. */
const noRegistry = { npm_config_registry: 'http://127.0.0.1:9/', npm_config_offline: 'true' }

const npm = (...args: ReadonlyArray<string>): string =>
  execFileSync('npm', [...args], {
    cwd: project,
    encoding: 'utf8',
    env: { ...process.env, ...noRegistry, npm_config_cache: join(scratch, 'npm') },
  })

let tarballs: Readonly<Record<string, string>> = {}

const tarball = (name: string): string => {
  const path = tarballs[name]
  if (path === undefined) throw new Error(`there is no tarball of ${name}`)
  return path
}

beforeAll(() => {
  expect(runCommand('npm', 'run', 'build').status).toBe(0)
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{ "private": true }')
  tarballs = packPackages(scratch)
  const dependencies = packInstalled(scratch, 'fp-ts', 'io-ts', 'fast-check', 'pure-rand')
  npm('install', ...Object.values(tarballs), ...Object.values(dependencies))
})

const filesOf = (name: string): ReadonlyArray<string> =>
  execFileSync('tar', ['-tzf', tarball(name)], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '')
    .map((path) => path.slice('package/'.length))
    .sort()

const always = ['LICENSE', 'README.md', 'package.json']

test('npm run build makes what active-mode runs, and it prints the block of an agent', () => {
  const { status, stdout } = runCommand(
    'npx',
    'active-mode',
    'block',
    '--agent',
    'ship',
    '--registry',
    registryFixture('two-modes'),
  )
  expect(stdout).toMatch(/^## Active mode\n\nposture: director — mode `ship` \(agent `ship`\)\n/)
  expect(status).toBe(0)
})

describe('the tarballs', () => {
  test('of the plugin and of the audit tool hold a few named files', () => {
    expect(filesOf(adapter)).toEqual(
      [...always, 'dist/active-mode.js', 'dist/server.js', 'options.schema.json', 'server.js'].sort(),
    )
    const schemas = [
      'active-mode',
      'audit-report',
      'decision-log-line',
      'doctor-report',
      'install-report',
      'mode',
      'new-report',
      'pack',
      'uninstall-report',
      'verify-report',
    ].map((name) => `dist/schema/${name}.v1.json`)
    // The plugin's folder, as `active-mode install` puts it in its place.
    const plugin = ['package.json', 'server.js', 'dist/active-mode.js', 'dist/server.js'].map(
      (name) => `dist/plugin/${name}`,
    )
    expect(filesOf('@active-mode/cli')).toEqual(
      [
        ...always,
        'bin/active-mode.js',
        'dist/cli.js',
        'dist/contracts.json',
        'dist/page.html',
        'dist/storeReader.js',
        ...plugin,
        ...schemas,
      ].sort(),
    )
    for (const name of ['server.js', 'dist/active-mode.js', 'dist/server.js'])
      expect(readFileSync(installed('@active-mode/cli', 'dist/plugin', name))).toEqual(
        readFileSync(installed(adapter, name)),
      )
  })

  test('of core and fixtures hold, of every source, what it was compiled to, and no test and no build state', () => {
    for (const name of ['@active-mode/core', '@active-mode/fixtures']) {
      const files = filesOf(name)
      const sources = files.flatMap((path) => /^src\/(.*)\.ts$/.exec(path)?.[1] ?? [])
      expect(sources.length).toBeGreaterThan(20)
      expect(files.filter((path) => path.startsWith('dist/'))).toEqual(
        sources.flatMap((path) => ['.d.ts', '.d.ts.map', '.js', '.js.map'].map((end) => `dist/${path}${end}`)).sort(),
      )
    }
    const folders = new Set(filesOf('@active-mode/fixtures').map((path) => path.split('/').slice(0, 2).join('/')))
    expect([...folders]).toEqual(
      expect.arrayContaining(['availability/records', 'registries/two-modes', 'vectors/decide.jsonl']),
    )
    expect([...folders].filter((folder) => /test|harness|faults|dist\/availability|tsbuildinfo/.test(folder))).toEqual(
      [],
    )
  })

  test('bring exactly the dependencies that they name', () => {
    const dependencies = (name: string) =>
      Object.keys(JSON.parse(readFileSync(installed(name, 'package.json'), 'utf8')).dependencies ?? {})
    expect(dependencies('@active-mode/core')).toEqual(['fp-ts', 'io-ts'])
    expect(dependencies('@active-mode/fixtures')).toEqual(['@active-mode/core', 'fast-check', 'fp-ts'])
    expect(dependencies(adapter)).toEqual([])
    expect(dependencies('@active-mode/cli')).toEqual([])
  })

  test('are clean for publint and attw', async () => {
    for (const [name, path] of Object.entries(tarballs)) expect(await tarballFaults(path), name).toEqual([])
  })
})

describe('installed without a registry', () => {
  const run = (script: string): unknown => {
    writeFileSync(join(project, 'script.mjs'), script)
    return JSON.parse(execFileSync(process.execPath, ['script.mjs'], { cwd: project, encoding: 'utf8' }))
  }
  const [vector] = loadVectors().filter(({ name }) => name.startsWith('row 13'))

  test('core decides in plain Node', () => {
    const outcome = run(`
      import { decidePosture, decodeDecisionRequest, encodePosture } from '@active-mode/core'
      const { right } = decodeDecisionRequest(${JSON.stringify(vector?.request)})
      console.log(JSON.stringify(encodePosture(decidePosture(right.sessionInfo, right.bundle, right.switchStream))))
    `)
    expect(matchesVector(vector?.expect, outcome), JSON.stringify(outcome)).toBe(true)
  })

  test('fixtures hold a decision to the laws and hand out the vectors and the records', () => {
    const seen = run(`
      import { readFileSync } from 'node:fs'
      import { lawsOf, loadVectors, referencePosture } from '@active-mode/fixtures'
      const broken = lawsOf(referencePosture).filter((law) => law.check({ numRuns: 5, seed: 1 })._tag === 'broken')
      const read = (name) => readFileSync(new URL(import.meta.resolve('@active-mode/fixtures/' + name)), 'utf8')
      const lines = read('vectors/decide.jsonl').trim().split('\\n').length
      console.log(JSON.stringify({ broken: broken.length, lost: lines - loadVectors().length, contract: JSON.parse(read('records/1.18.33.json')).contract }))
    `)
    expect(seen).toEqual({ broken: 0, lost: 0, contract: 'primary' })
  })

  test('the plugin exports one function and nothing else', () => {
    expect(
      run(`
      import * as plugin from '${adapter}'
      console.log(JSON.stringify(Object.entries(plugin).map(([name, value]) => [name, typeof value])))
    `),
    ).toEqual([['default', 'function']])
  })

  test('for the second generation the folder and the subpath give one object: an id, and a function for each generation', () => {
    expect(
      run(`
      import plugin, * as all from '${adapter}/server'
      import again from './node_modules/${adapter}/server.js'
      console.log(JSON.stringify([Object.keys(all), plugin.id, typeof plugin.server, typeof plugin.setup, again === plugin]))
    `),
    ).toEqual([['default'], 'active-mode', 'function', 'function', true])
  })

  test('what serves this workspace alone cannot be imported', () => {
    const inner = [adapter, '@active-mode/fixtures'].flatMap((name) =>
      innerSubpaths(tarball(name)).map((path) => join(name, path)),
    )
    expect(inner).toContain(`${adapter}/library`)
    expect(
      run(`
      const inner = ${JSON.stringify(inner)}
      const codes = await Promise.all(inner.map((name) => import(name).then(() => 'imported', ({ code }) => code)))
      console.log(JSON.stringify([...new Set(codes)]))
    `),
    ).toEqual(['ERR_PACKAGE_PATH_NOT_EXPORTED'])
  })

  test('active-mode decides what it is given on stdin', () => {
    const outcome = execFileSync(join(project, 'node_modules/.bin/active-mode'), ['decide'], {
      input: JSON.stringify(vector?.request),
      encoding: 'utf8',
    })
    expect(matchesVector(vector?.expect, JSON.parse(outcome)), outcome).toBe(true)
  })
})

describe('the real harness without a registry', () => {
  /** A cache of the harness with the plugin installed where it looks for a package of this spec. */
  const cacheWith = (spec: string): string => {
    const cache = join(scratch, spec)
    const folder = join(cache, 'opencode/packages', spec)
    mkdirSync(folder, { recursive: true })
    npm('install', '--prefix', folder, tarball(adapter))
    return cache
  }

  const boot = (cache: string, options: BootOptions = {}): Promise<Harness> =>
    bootHarness({
      agents,
      registry: registryFiles('two-modes'),
      ...options,
      env: { ...noRegistry, XDG_CACHE_HOME: cache },
    })

  /** What a director's turn is told. */
  const toldIn = async (harness: Harness): Promise<string> => {
    const session = await openTitled(harness, 'ship')
    const turn = async () => told(await served(harness, session, 'ship'))
    const first = await turn()
    // A harness that is too busy to tell the agent in time is a block on the wire, too, and is asked once more.
    return first === 'unresolvable' ? turn() : first
  }

  describe('loads the plugin in a project that names it in one way only:', () => {
    let harness: Harness

    beforeAll(async () => {
      harness = await boot(cacheWith(`${adapter}@latest`))
    })
    afterAll(() => harness.stop())

    test.each<[string, () => ReadonlyArray<PluginSpec>]>([
      ['by file path', () => [installed(adapter, 'dist/active-mode.js')]],
      ['by the path of its package folder', () => [installed(adapter)]],
      ['by its name, with options, from where the harness keeps packages', () => [[adapter, { toast: false }]]],
      ['by its name and the tarball', () => [`${adapter}@file:${tarball(adapter)}`]],
    ])('%s', async (way, plugins) => {
      expect(await toldIn(harness.openProject(way, plugins()))).toBe('director ship')
    })

    test("by the project's plugin folder", async () => {
      const file = readFileSync(installed(adapter, 'dist/active-mode.js'), 'utf8')
      const project = harness.openProject('dropped', [], { '.opencode/plugin/active-mode.js': file })
      expect(await toldIn(project)).toBe('director ship')
    })

    test('and in a project that does not name it there is none', async () => {
      expect(await toldIn(harness.openProject('none', []))).toBe('nothing')
    })
  })

  test('goes on without the plugin, and without a word of it, where a name leads to nothing', async () => {
    // Neither the project's own node_modules nor a package that was installed for another spec is looked into.
    const harness = await boot(cacheWith(`${adapter}@0.0.0`), { plugins: [adapter], directory: project })
    try {
      expect(await toldIn(harness)).toBe('nothing')
      expect(harness.logs()).not.toContain(adapter)
    } finally {
      await harness.stop()
    }
  })
})
