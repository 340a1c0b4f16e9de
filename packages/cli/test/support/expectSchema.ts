import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'vitest'

const schema = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(`../../../../docs/schema/${name}`, import.meta.url), 'utf8')) as Record<
    string,
    unknown
  >

/** Expects that a report is as one of the published schemas says. */
export const expectSchema = (name: string, report: unknown): void => {
  const ajv = new Ajv2020({ strict: true })
  ajv.addSchema(schema('doctor-report.v1.json'))
  const isValid = ajv.compile(schema(name))
  isValid(report)
  expect(isValid.errors).toBe(null)
}
