import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

export interface ClickHouse {
  readonly version: string
  /** Runs statements; the answer of the last as rows. */
  readonly ask: (sql: string) => ReadonlyArray<Readonly<Record<string, unknown>>>
  /** The script that stands for the client, which looks for a server on another port. */
  readonly clientScript: string
  readonly close: () => Promise<void>
}

const client = 'clickhouse-client'
const server = 'clickhouse-server'

/** Whether the engine is installed here. */
export const hasClickHouse = (): boolean =>
  spawnSync('sh', ['-c', `command -v ${client} && command -v ${server}`]).status === 0

/** Starts a server that keeps everything in a folder and listens on this machine only. */
export const startClickHouse = async (folder: string): Promise<ClickHouse> => {
  const port = await freePort()
  mkdirSync(join(folder, 'data'), { recursive: true })
  mkdirSync(join(folder, 'tmp'))
  writeFileSync(join(folder, 'config.xml'), configOf(folder, port))
  writeFileSync(join(folder, 'users.xml'), users)
  const process = spawn(server, ['--config-file=config.xml'], { cwd: folder, stdio: 'ignore' })
  const run = (...args: ReadonlyArray<string>) =>
    spawnSync(client, ['--port', String(port), ...args], { encoding: 'utf8' })
  for (let tries = 0; run('--query', 'SELECT 1').status !== 0; tries += 1) {
    if (process.exitCode !== null || tries > 200) throw new Error(`${server} did not start in ${folder}`)
    await new Promise((resolve) => setImmediate(resolve))
  }
  const ask: ClickHouse['ask'] = (sql) => {
    const { status, stdout, stderr } = run('--multiquery', '--format', 'JSONEachRow', '--query', sql)
    if (status !== 0) throw new Error(stderr)
    return stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  }
  return {
    version: String(ask('SELECT version() AS version')[0]?.['version']),
    ask,
    clientScript: `exec /usr/bin/${client} --port ${port} "$@"`,
    close: () => ended(process),
  }
}

const ended = (process: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    process.on('exit', () => resolve())
    process.kill('SIGKILL')
  })

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })

const configOf = (folder: string, port: number): string => `<yandex>
  <logger><level>none</level></logger>
  <listen_host>127.0.0.1</listen_host>
  <tcp_port>${port}</tcp_port>
  <path>${folder}/data/</path>
  <tmp_path>${folder}/tmp/</tmp_path>
  <users_config>users.xml</users_config>
  <default_profile>default</default_profile>
  <default_database>default</default_database>
  <mark_cache_size>5368709</mark_cache_size>
</yandex>
`

const users = `<yandex>
  <profiles><default></default></profiles>
  <quotas><default></default></quotas>
  <users>
    <default>
      <password></password>
      <networks><ip>127.0.0.1</ip></networks>
      <profile>default</profile>
      <quota>default</quota>
    </default>
  </users>
</yandex>
`
