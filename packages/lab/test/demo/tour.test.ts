import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { steps } from '../../src/demo/steps.js'

test('docs/tour.md walks through each scene of the demo, in their order', () => {
  const page = readFileSync(new URL('../../../../docs/tour.md', import.meta.url), 'utf8')
  const [, scenes = ''] = page.split('## The scenes')
  expect([...(scenes.split('\n## ')[0]?.matchAll(/^\| `([^`]*)` \|/gm) ?? [])].map(([, name]) => name)).toEqual(
    steps.map(({ name }) => name),
  )
})
