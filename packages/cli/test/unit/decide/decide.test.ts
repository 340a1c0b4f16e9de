import { describe, expect, test } from 'vitest'
import { loadVectors, matchesVector } from '@active-mode/fixtures'
import { runTool } from '../../support/runTool.js'

describe('decide answers every conformance vector', () => {
  test.each(loadVectors())('$name', async ({ request, expect: expected }) => {
    const { code, stdout, stderr } = await runTool(['decide'], { stdin: JSON.stringify(request) })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(matchesVector(expected, JSON.parse(stdout))).toBe(true)
  })
})

test('what does not decode has no outcome: every place is named, and the exit code is 2', async () => {
  const { code, stdout, stderr } = await runTool(['decide'], {
    stdin: '{"sessionInfo":{"_tag":"known","sessionId":1,"agent":"ship"},"bundle":{"_tag":"absent"}}',
  })
  expect(code).toBe(2)
  expect(stdout).toBe('')
  expect(stderr).toContain('sessionInfo.sessionId: expected string')
  expect(stderr).toContain('switchStream: expected unread | unavailable | records')
})

test.each(['', '{', 'null'])('stdin %j is exit code 2', async (stdin) => {
  const { code, stdout } = await runTool(['decide'], { stdin })
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
})
