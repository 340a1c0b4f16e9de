import { describe, expect, test } from 'vitest'
import { cleanConfig } from '../../../src/verify/cleanConfig.js'
import { filterEnv } from '../../../src/verify/filterEnv.js'

describe('a config that is taken along', () => {
  test('has no provider, no server and no key in it, and says what it lost', () => {
    const { config, leftOut } = cleanConfig({
      $schema: 'https://opencode.ai/config.json',
      model: 'anthropic/large',
      provider: { anthropic: { options: { apiKey: 'k-provider' } }, openai: {} },
      mcp: { search: { type: 'remote', headers: { Authorization: 'Bearer k-mcp' } } },
      agent: {
        ship: { mode: 'primary', prompt: 'Never print an apiKey.', model: 'anthropic/large', token: 'k-agent' },
      },
      plugin: ['./a.js', ['./b.js', { apiKey: 'k-plugin', depth: 3, nested: { refreshToken: 'k-nested' } }]],
      experimental: { notes: 'ghp_0123456789abcdefghijABCDEFGHIJ' },
      default_agent: 'ship',
    })
    expect(JSON.stringify(config)).not.toMatch(/k-|ghp_|anthropic/)
    expect(config).toEqual({
      $schema: 'https://opencode.ai/config.json',
      agent: { ship: { mode: 'primary', prompt: 'Never print an apiKey.' } },
      plugin: ['./a.js', ['./b.js', { depth: 3, nested: {} }]],
      experimental: {},
      default_agent: 'ship',
    })
    expect(leftOut).toEqual([
      'model',
      'provider.anthropic',
      'provider.openai',
      'mcp.search',
      'agent.ship.token',
      'plugin.1.1.apiKey',
      'plugin.1.1.nested.refreshToken',
      'experimental.notes',
    ])
  })

  test('keeps numbers and switches below such names, which are no keys', () => {
    const config = { compaction: { keep: { tokens: 1000 } }, agent: { token: { mode: 'primary' } } }
    expect(cleanConfig(config)).toEqual({ config, leftOut: [] })
  })
})

test('the environment that the copy is started with has no secret, no proxy and no folder of the person', () => {
  expect(
    filterEnv({
      PATH: '/usr/bin',
      LANG: 'C',
      EDITOR: 'vi',
      OPENCODE_PURE: '1',
      HOME: '/home/me',
      XDG_DATA_HOME: '/home/me/data',
      OPENCODE_CONFIG_CONTENT: '{}',
      OPENCODE_SERVER_PASSWORD: 'x',
      OPENAI_API_KEY: 'x',
      GITHUB_TOKEN: 'x',
      AWS_SECRET_ACCESS_KEY: 'x',
      SSH_AUTH_SOCK: '/run/agent',
      MY_NOTES: 'sk-0123456789abcdefghij',
      DATABASE_URL: 'postgres://me:secret@db/x',
      https_proxy: 'http://proxy',
      UNSET: undefined,
    }),
  ).toEqual({ PATH: '/usr/bin', LANG: 'C', EDITOR: 'vi', OPENCODE_PURE: '1' })
})
