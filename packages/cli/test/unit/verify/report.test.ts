import { expect, test } from 'vitest'
import { paintFor } from '../../../src/show/Paint.js'
import { report } from '../../../src/verify/report.js'
import { blockOf, copilotTurn, runOf, sent, turnOf } from '../../support/verifyRuns.js'

const plain = paintFor({ isTerminal: { stdin: false, stdout: false, stderr: false }, env: {} }, 'stdout')
const coloured = paintFor({ isTerminal: { stdin: true, stdout: true, stderr: true }, env: {} }, 'stdout')

test('the report is a table of the requests, and one line that says all is well', () => {
  const text = report(runOf(), plain)
  expect(text.split('\n').map((line) => line.replace(/[^\x20-\x7e]+/g, '|').replace(/ +/g, ' '))).toEqual([
    '|',
    "| harness | turn | request's agent | promised | what the model received | |",
    '|',
    '| 1.x (1.18.33) | turn | ship | director of ship | director of ship | ok |',
    '| 1.x (1.18.33) | turn | build | nothing | nothing | ok |',
    '|',
    '2 requests, all as promised',
  ])
})

test('what is wrong stands in the table in words, and below it with the edit; colours repeat it', () => {
  const exchanges = [turnOf('ship', sent(`You direct ship.\n${blockOf('explore')}`)), copilotTurn()]
  const text = report(runOf({ exchanges }), coloured)
  expect(text).toContain('director of explore (explore)')
  expect(text).toContain('\u001b[31mWRONG\u001b[39m')
  expect(text).toContain('\u001b[32mok\u001b[39m')
  expect(text).toContain('the block is for another agent, explore')
  expect(text).toContain('1 problem; 1 of 2 requests not as promised')
})

test('no text of a model or of a config can move the cursor', () => {
  const exchanges = [turnOf('ship', { _tag: 'not-sent', why: '\u001b[2Jgone' })]
  expect(report(runOf({ exchanges }), plain)).not.toContain('\u001b')
})
