import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { publint } from 'publint'

/** What publint and attw find wrong with a packed package; nothing if it is clean. */
export const tarballFaults = async (path: string): Promise<ReadonlyArray<string>> => {
  const bytes = readFileSync(path)
  const { messages } = await publint({
    pack: { tarball: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) },
    strict: true,
  })
  const inner = innerSubpaths(path)
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [attw, '--profile', 'esm-only', path, ...(inner.length === 0 ? [] : ['--exclude-entrypoints', ...inner])],
    { encoding: 'utf8' },
  )
  return [...messages.map((message) => JSON.stringify(message)), ...(status === 0 ? [] : [`${stdout}${stderr}`])]
}

/** The subpaths that have a source and nothing else: they serve this workspace, and nobody else is to resolve them. */
export const innerSubpaths = (tarball: string): ReadonlyArray<string> => {
  const manifest: { readonly exports?: Readonly<Record<string, unknown>> } = JSON.parse(
    execFileSync('tar', ['-xOzf', tarball, 'package/package.json'], { encoding: 'utf8' }),
  )
  return Object.entries(manifest.exports ?? {}).flatMap(([path, target]) =>
    typeof target === 'object' &&
    target !== null &&
    Object.keys(target).every((condition) => condition === '@active-mode/source')
      ? [path]
      : [],
  )
}

const attw = join(
  dirname(createRequire(import.meta.url).resolve('@arethetypeswrong/cli/package.json')),
  'dist/index.js',
)
