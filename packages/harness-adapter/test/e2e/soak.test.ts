import { expect, test } from 'vitest'
import { runCommand } from './support/runCommand.js'

// The command of the README at a length that meets every kind of action. It checks each request on the wire.

const seed = String(Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31)))

test.each([
  { generation: '1', turns: 100 },
  { generation: '2', turns: 60 },
])(
  `random sessions carry what they have to: npm run soak -- --generation $generation --turns $turns --seed ${seed}`,
  ({ generation, turns }) => {
    const { status, last } = runCommand(
      'npm',
      'run',
      'soak',
      '--',
      '--generation',
      generation,
      '--turns',
      String(turns),
      '--seed',
      seed,
    )
    const found = JSON.parse(last)
    expect(found).toMatchObject({ wrong: 0, missing: 0, spurious: 0, errors: 0 })
    expect(found.turns).toBeGreaterThanOrEqual(turns)
    expect(found.blocks, 'requests that carried a block').toBeGreaterThan(0)
    expect(found.auxiliary, 'requests that are no turn').toBeGreaterThan(0)
    expect(status).toBe(0)
  },
)
