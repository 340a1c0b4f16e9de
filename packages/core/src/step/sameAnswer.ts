import type { AgentRecord } from '../model/SwitchStream.js'

/** Whether two records answer the same user record, or none. */
export const sameAnswer = (left: AgentRecord, right: AgentRecord): boolean =>
  left.answers === null || right.answers === null
    ? left.answers === right.answers
    : left.answers._tag === right.answers._tag && left.answers.value === right.answers.value
