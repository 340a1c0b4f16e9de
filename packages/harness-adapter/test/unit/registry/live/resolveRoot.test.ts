import { describe, expect, test } from 'vitest'

import { resolveRoot } from '../../../../src/live/registry/resolveRoot.js'

const home = '/home/person'
const both = { OPENCODE_CONFIG_DIR: '/config', XDG_CONFIG_HOME: '/xdg' }

describe('resolveRoot', () => {
  test.each([
    ['the option before everything', { option: '/registry', env: both }, '/registry', true],
    ['OPENCODE_CONFIG_DIR before XDG_CONFIG_HOME', { env: both }, '/config/modes', false],
    ['XDG_CONFIG_HOME before the home folder', { env: { XDG_CONFIG_HOME: '/xdg' } }, '/xdg/opencode/modes', false],
    ['the home folder last', { env: {} }, '/home/person/.config/opencode/modes', false],
    ['no empty variable', { option: '', env: { OPENCODE_CONFIG_DIR: '', XDG_CONFIG_HOME: '' } }, '/home/person/.config/opencode/modes', false],
    ['the first that is set, though nothing is there', { env: { OPENCODE_CONFIG_DIR: '/nowhere', XDG_CONFIG_HOME: '/xdg' } }, '/nowhere/modes', false],
    ['an option below the home folder', { option: '~/modes', env: {} }, '/home/person/modes', true],
    ['an option beside the project', { option: './modes', env: {}, directory: '/project' }, '/project/modes', true],
    ['an option with a user in it as it is', { option: '~other', env: {}, directory: '/project' }, '/project/~other', true],
    ['a trailing slash away', { env: { OPENCODE_CONFIG_DIR: '/config/' } }, '/config/modes', false],
  ])('takes %s', (_, settings, path, namedByOption) => {
    expect(resolveRoot({ home, ...settings })).toEqual({ path, namedByOption })
  })
})
