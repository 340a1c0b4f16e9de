import type { PostureSummary } from '@active-mode/core'

/** Whether two outcomes are the same in every field. Both are wire data: plain objects, arrays, text and numbers. */
export const samePosture = (left: PostureSummary, right: PostureSummary): boolean => sameData(left, right)

const sameData = (left: unknown, right: unknown): boolean => {
  if (left === right) return true
  if (!isObject(left) || !isObject(right) || Array.isArray(left) !== Array.isArray(right)) return false
  const keys = Object.keys(left)
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && sameData(left[key], right[key]))
  )
}

const isObject = (u: unknown): u is Readonly<Record<string, unknown>> => typeof u === 'object' && u !== null
