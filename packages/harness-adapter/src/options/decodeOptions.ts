import * as t from 'io-ts'
import { deadlineRange, defaultOptions, type Options } from './Options.js'

/** The options to go by, and a sentence for each that is not what it should be. A bad option never breaks a chat. */
export interface DecodedOptions {
  readonly options: Options
  readonly problems: ReadonlyArray<string>
}

/** Reads the plugin's options. A key that does not decode is named and has its default. */
export const decodeOptions = (u: unknown): DecodedOptions => {
  if (u === undefined || u === null) return { options: defaultOptions, problems: [] }
  if (typeof u !== 'object' || Array.isArray(u))
    return { options: defaultOptions, problems: ['options: expected an object; using the defaults'] }
  const given = u as Readonly<Record<string, unknown>>
  const wrong = keys.filter((key) => given[key] !== undefined && !codecs[key].is(given[key]))
  const unknown = Object.keys(given).filter((key) => !keys.some((known) => known === key))
  const right = keys.filter((key) => given[key] !== undefined && !wrong.includes(key))
  return {
    options: { ...defaultOptions, ...Object.fromEntries(right.map((key) => [key, given[key]])) },
    problems: [
      ...wrong.map(
        (key) =>
          `options.${key}: expected ${codecs[key].name}; using the default${defaultOptions[key] === null ? '' : ` ${JSON.stringify(defaultOptions[key])}`}`,
      ),
      ...unknown.map((key) => `options.${JSON.stringify(key)}: no such option; known are ${keys.join(', ')}`),
    ],
  }
}

const path = t.refinement(t.string, (text) => text !== '', 'a folder')

const deadline = t.refinement(
  t.number,
  (ms) => Number.isInteger(ms) && ms >= deadlineRange.least && ms <= deadlineRange.most,
  `a whole number of milliseconds from ${deadlineRange.least} to ${deadlineRange.most}`,
)

const codecs = {
  registry: path,
  splice: t.keyof({ append: null, separate: null }, '"append" or "separate"'),
  deadlineMs: deadline,
  decisionLog: t.union([t.literal(false), path], 'false or a folder'),
  toast: t.boolean,
} satisfies Record<keyof Options, t.Mixed>

const keys = ['registry', 'splice', 'deadlineMs', 'decisionLog', 'toast'] as const
