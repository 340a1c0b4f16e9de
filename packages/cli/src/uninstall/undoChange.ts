import * as E from 'fp-ts/lib/Either.js'
import { changeConfig } from '../install/changeConfig.js'
import { commentsIn, specsOf, strictFaults, valueOf } from '../install/ConfigText.js'
import type { ConfigRecord } from '../install/InstallRecord.js'
import { takeBack } from '../install/Splice.js'

/** What becomes of a config that names the installed plugin. */
export type Undone =
  /** `install` made the file, and it holds nothing else. */
  | { readonly _tag: 'remove' }
  | { readonly _tag: 'write'; readonly text: string }
  | { readonly _tag: 'refused'; readonly why: string }

/**
 * Takes the installed plugin out of a config. Where `install` changed it and its text still stands there, the characters of before are
 * back; else its entries are taken out, and all else stays as it is now. `specs` are those entries.
 */
export const undoChange = (text: string, specs: ReadonlyArray<string>, record: ConfigRecord | null): Undone => {
  const before = record === null || record.wasCreated ? null : takeBack(text, record.splice)
  if (before !== null && isClean(text, before, specs)) return { _tag: 'write', text: before }
  const after = changeConfig(
    text,
    specs.map((spec) => ({ _tag: 'remove', spec })),
  )
  if (E.isLeft(after)) return { _tag: 'refused', why: after.left }
  return record?.wasCreated === true && isBare(after.right) ? { _tag: 'remove' } : { _tag: 'write', text: after.right }
}

/** Whether a text says all that the config says now, but for the installed plugin. */
const isClean = (now: string, before: string, specs: ReadonlyArray<string>): boolean => {
  // All that there was is what install wrote.
  if (before.replace(/^\uFEFF/, '').trim() === '') return true
  const [is, was] = [valueOf(now), valueOf(before)]
  return (
    strictFaults(before) <= strictFaults(now) &&
    JSON.stringify(withoutLists(is)) === JSON.stringify(withoutLists(was)) &&
    !specsOf(was).some((spec) => specs.includes(spec)) &&
    specsOf(is).every((spec) => specs.includes(spec) || specsOf(was).includes(spec))
  )
}

const withoutLists = (value: object): object =>
  Object.fromEntries(Object.entries(value).filter(([key]) => key !== 'plugin' && key !== 'plugins'))

/** Whether nothing of a person's stands in a config: `$schema` is what the harness adds. */
const isBare = (text: string): boolean =>
  Object.keys(valueOf(text)).every((key) => key === '$schema') && commentsIn(text).length === 0
