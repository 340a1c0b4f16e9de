import { expect, test } from 'vitest'
import { acceptancePage } from '../../acceptancePage.js'
import { acceptanceRows, type TestResult } from '../../acceptanceRows.js'

const ended = (criterion: number, outcome: TestResult['outcome']): TestResult => ({
  file: 'a.test.ts',
  titles: [`criterion ${String(criterion)}: it holds`, 'a case'],
  outcome,
})

test('a criterion is met only if each of its tests ran and passed', () => {
  const results = [ended(1, 'passed'), ended(2, 'passed'), ended(2, 'skipped'), ended(3, 'passed'), ended(3, 'failed')]
  const lines = acceptancePage(acceptanceRows(results), { primary: '1.2.3' }).split('\n')
  expect(lines.filter((line) => /^\| [1-4]/.test(line))).toEqual([
    '| 1. it holds | met | `a.test.ts`: 1 passed, 0 failed |',
    '| 2. it holds | **not met** | `a.test.ts`: 1 passed, 0 failed, 1 did not run |',
    '| 3. it holds | **not met** | `a.test.ts`: 1 passed, 1 failed |',
    '| 4 | **no test ran** | |',
  ])
})

test('the second generation of the harness has three criteria more, and a section of its own', () => {
  const result: TestResult = {
    file: 'b.test.ts',
    titles: ['criterion 9 on request, met: in every race', 'a race'],
    outcome: 'passed',
  }
  const page = acceptancePage(acceptanceRows([result]), { primary: '1.2.3', request: '2.3.4' })
  const [first = '', second = ''] = page.split('## `request`, on harness 2.3.4')
  expect(first.match(/^\| \d/gm)).toHaveLength(8)
  expect(second.match(/^\| \d/gm)).toHaveLength(11)
  expect(second).toContain('| 9. in every race | met | `b.test.ts`: 1 passed, 0 failed |')
})
