import type { AgentRecord, DecisionRequest, MonotonicKey, Posture, StagedRegistry } from '@active-mode/core'
import type { Decide } from '@active-mode/fixtures'

/** A wrong implementation, made of a right one. */
export type Mutation = (decide: Decide) => Decide

/** Decides another request than the one that was asked. */
export const asking =
  (change: (request: DecisionRequest) => DecisionRequest): Mutation =>
  (decide) =>
  (...asked) => {
    const [sessionInfo, bundle, switchStream] = asked
    const changed = change({ sessionInfo, bundle, switchStream })
    return decide(changed.sessionInfo, changed.bundle, changed.switchStream)
  }

/** Decides about another registry, where one is staged. */
export const askingOf = (change: (bundle: StagedRegistry, request: DecisionRequest) => StagedRegistry): Mutation =>
  asking((request) =>
    request.bundle._tag === 'staged' ? { ...request, bundle: change(request.bundle, request) } : request,
  )

/** Decides by other records, where there are any to look at. */
export const askingBy = (
  change: (records: ReadonlyArray<AgentRecord>, request: DecisionRequest) => ReadonlyArray<AgentRecord>,
): Mutation =>
  asking((request) =>
    request.switchStream._tag === 'records'
      ? {
          ...request,
          switchStream: { ...request.switchStream, records: change(request.switchStream.records, request) },
        }
      : request,
  )

/** Decides by the same records with other keys. */
export const askingByKeys = (
  change: (key: MonotonicKey, records: ReadonlyArray<AgentRecord>) => MonotonicKey,
): Mutation =>
  askingBy((records) =>
    records.map((record) => ({
      ...record,
      key: change(record.key, records),
      answers: record.answers === null ? null : change(record.answers, records),
    })),
  )

/** Gives another outcome than the one that was decided. */
export const answering =
  (change: (posture: Posture, request: DecisionRequest) => Posture): Mutation =>
  (decide) =>
  (...asked) => {
    const [sessionInfo, bundle, switchStream] = asked
    return change(decide(...asked), { sessionInfo, bundle, switchStream })
  }
