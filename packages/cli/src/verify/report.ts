import { received, requestTable } from '@active-mode/lab/harness'
import type { Paint } from '../show/Paint.js'
import { counted, plainText } from '../show/text.js'
import type { Exchange } from './Exchange.js'
import { judge } from './judge.js'
import { judgeExchange } from './judgeExchange.js'
import type { VerifyRun } from './VerifyRun.js'

/** The report of a run for people: the table of requests, then what was found. */
export const report = (run: VerifyRun, paint: Paint): string => {
  const findings = judge(run)
  const colours = { problem: paint.bad, note: paint.dim }
  const marks = { problem: 'PROBLEM', note: 'note   ' }
  const problems = findings.filter(({ level }) => level === 'problem').length
  const wrong = run.exchanges.filter((exchange) => judgeExchange(exchange)._tag !== 'as-promised').length
  return [
    ...(run.exchanges.length === 0 ? [] : [tableOf(run, paint)]),
    ...findings.flatMap(({ level, id, what, where, remedy }) => [
      `${colours[level](marks[level])} ${plainText(what)} ${paint.dim(`[${id}]`)}`,
      `        ${paint.dim('at')} ${plainText(where)}`,
      ...(remedy === '' ? [] : [`        ${plainText(remedy)}`]),
    ]),
    problems === 0
      ? paint.good(`${counted(run.exchanges.length, 'request')}, all as promised`)
      : paint.bad(
          `${counted(problems, 'problem')}; ${String(wrong)} of ${counted(run.exchanges.length, 'request')} not as promised`,
        ),
  ].join('\n')
}

const tableOf = ({ harness, exchanges }: VerifyRun, { good, bad }: Paint): string =>
  requestTable(
    exchanges.map((exchange) => ({
      harness: `${harness.generation}.x (${plainText(harness.version)})`,
      turn: exchange.occasion,
      agent: plainText(exchange.occasion === 'compaction' ? '(compaction)' : exchange.agent),
      promised: promisedIn(exchange),
      received: receivedIn(exchange),
      isAsPromised: judgeExchange(exchange)._tag === 'as-promised',
    })),
    { good, bad },
  )

/** What was promised, in the words of the table. */
const promisedIn = ({ promised }: Exchange): string =>
  plainText(received({ system: promised === null ? [] : [promised] }))

/** What the model received, in the words of the table. */
export const receivedIn = (exchange: Exchange): string => {
  if (exchange.received._tag === 'not-sent') return 'no request'
  const verdict = judgeExchange(exchange)
  if (verdict._tag === 'as-promised') return promisedIn(exchange)
  const words = plainText(received(exchange.received))
  if (verdict._tag === 'misplaced') return `${words}, ${verdict.where}`
  if (verdict._tag === 'of-another-agent') return `${words} (${plainText(verdict.agent)})`
  return verdict._tag === 'other-bytes' ? `${words}, with other bytes` : words
}
