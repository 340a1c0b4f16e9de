import { describe, expect, test } from 'vitest'
import { platformPackages } from '../../src/harness/index.js'

const system = process.platform === 'win32' ? 'windows' : process.platform

describe('platformPackages', () => {
  test.each([undefined, '1.0.162', '1.18.33'])('%s is a package of the first generation', (version) => {
    for (const name of platformPackages(version))
      expect(name).toMatch(new RegExp(`^opencode-${system}-${process.arch}`))
  })

  test('a version of the second generation is another package', () => {
    for (const name of platformPackages('2.0.15'))
      expect(name).toMatch(new RegExp(`^@opencode/cli-${system}-${process.arch}`))
  })

  test('of which the baseline build, that the records were made with, comes first where there is one', () => {
    const [first, ...others] = platformPackages('2.0.15')
    expect(first?.includes('-baseline')).toBe(process.arch === 'x64')
    expect(others.some((name) => name.includes('-baseline'))).toBe(false)
  })
})
