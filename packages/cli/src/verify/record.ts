import type { Exchange } from './Exchange.js'
import { judgeExchange } from './judgeExchange.js'
import type { VerifyRun } from './VerifyRun.js'

/**
 * What `verify` can say for an availability record. It has the form of one, with `contract: null`: a contract rests on facts of the session
 * API that only the availability fixture asks for, and those are absent here.
 */
export interface SeenRecord {
  readonly harness: string
  /** E.g. `linux-x64`. */
  readonly platform: string
  readonly contract: null
  readonly failure: string
  readonly facts: ReadonlyArray<{ readonly name: string; readonly holds: boolean | null; readonly evidence: unknown }>
}

/** The record of a run, to be sent in. It holds no path, no agent and no text of this machine. */
export const recordOf = ({ harness, trace, exchanges }: VerifyRun, platform: string): SeenRecord => {
  const turns = exchanges.filter(({ occasion }) => occasion === 'turn')
  return {
    harness: harness.version,
    platform,
    contract: null,
    failure:
      'this is what active-mode verify saw on the wire of one set-up; the facts of the session API that a contract rests on were not asked for',
    facts: [
      { name: 'plugin-loads', holds: trace.isLoaded, evidence: null },
      shareOf(
        'director-turns-carry-the-block',
        turns.filter(({ promised }) => promised !== null),
        isAsPromised,
      ),
      shareOf(
        'other-turns-carry-no-block',
        turns.filter(({ promised }) => promised === null),
        isAsPromised,
      ),
      shareOf('compaction-carries-no-block', of(exchanges, 'compaction'), isAsPromised),
      shareOf('turn-after-compaction-carries-the-block', of(exchanges, 'turn after the compaction'), isAsPromised),
      shareOf(
        'system-has-one-entry',
        exchanges.filter(({ received }) => received._tag === 'sent'),
        ({ received }) => received._tag === 'sent' && received.system.length === 1,
      ),
    ],
  }
}

const isAsPromised = (exchange: Exchange): boolean => judgeExchange(exchange)._tag === 'as-promised'

const of = (exchanges: ReadonlyArray<Exchange>, occasion: Exchange['occasion']): ReadonlyArray<Exchange> =>
  exchanges.filter((exchange) => exchange.occasion === occasion)

/** A fact holds where every exchange shows it; where there was none, nobody knows. */
const shareOf = (
  name: string,
  exchanges: ReadonlyArray<Exchange>,
  shows: (exchange: Exchange) => boolean,
): SeenRecord['facts'][number] => {
  const count = exchanges.filter(shows).length
  return {
    name,
    holds: exchanges.length === 0 ? null : count === exchanges.length,
    evidence: { requests: exchanges.length, showing: count },
  }
}
