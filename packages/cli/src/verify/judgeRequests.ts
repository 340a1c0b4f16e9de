import type { Exchange, Verdict } from './Exchange.js'
import { judgeExchange } from './judgeExchange.js'
import { type MachinePlugin, pluginName } from './MachinePlugin.js'
import { problem, type VerifyFinding, type VerifyRun } from './VerifyRun.js'

/** What is wrong on the wire: one finding for each kind of fault, with the requests that have it; one for all where somebody is to blame. */
export const judgeRequests = (run: VerifyRun): ReadonlyArray<VerifyFinding> => {
  const faults = run.exchanges.flatMap((exchange) => {
    const verdict = judgeExchange(exchange)
    return verdict._tag === 'as-promised' ? [] : [{ request: requestName(exchange), verdict }]
  })
  const kinds = [...new Set(faults.map(({ verdict }) => verdict._tag))].flatMap((tag) => {
    const ofKind = faults.filter(({ verdict }) => verdict._tag === tag)
    const [first] = ofKind
    return first === undefined ? [] : [{ ...faultOf(first.verdict), requests: ofKind.map(({ request }) => request) }]
  })
  if (kinds.length === 0) return []
  const cause = causeOf(run)
  return cause === null
    ? kinds.map(({ id, what, requests, remedy }) => problem(id, what, requests.join(', '), remedy))
    : [
        problem(
          cause.id,
          [...kinds.map(({ what }) => what), cause.what].join('; '),
          kinds.flatMap(({ requests }) => requests).join(', '),
          cause.remedy,
        ),
      ]
}

const requestName = ({ agent, occasion }: Exchange): string =>
  occasion === 'turn' ? `the turn of ${agent}` : `the ${occasion} (${agent})`

/** A fault, or the cause of several. */
interface Fault {
  readonly id: string
  readonly what: string
  readonly remedy: string
}

const faultOf = (verdict: Verdict): Fault => {
  switch (verdict._tag) {
    case 'as-promised':
      return { id: 'as-promised', what: 'as promised', remedy: '' }
    case 'not-sent':
      return {
        id: 'request-not-sent',
        what: `no request reached the model: ${shorten(verdict.why)}`,
        remedy: 'Try the agent in the harness itself; if it answers there, report this.',
      }
    case 'missing':
      return { id: 'block-missing', what: 'the block did not reach the model', remedy: 'Run: active-mode doctor' }
    case 'unasked':
      return {
        id: 'block-unasked',
        what: `a block reached the model that nobody promised${verdict.agent === null ? '' : ` (for the agent ${verdict.agent})`}`,
        remedy: 'Look for a sample of a block in AGENTS.md, or in an instruction file; models take it for real.',
      }
    case 'torn':
      return {
        id: 'block-torn',
        what: 'only a part of a block reached the model',
        remedy: 'Look for a sample of a block in AGENTS.md, or in an instruction file; models take it for real.',
      }
    case 'several':
      return {
        id: 'block-twice',
        what: `${String(verdict.count)} headings of a block reached the model in one request`,
        remedy: 'Keep one copy of the plugin, and look for a sample of a block in AGENTS.md or in an instruction file.',
      }
    case 'misplaced':
      return {
        id: 'block-misplaced',
        what: `the block stands in the wrong place: ${verdict.where}`,
        remedy: 'Name the plugin last in the config, and leave the option splice at its default.',
      }
    case 'of-another-agent':
      return {
        id: 'block-of-another-agent',
        what: `the block is for another agent, ${verdict.agent}`,
        remedy: 'Run: active-mode doctor',
      }
    case 'unresolvable':
      return {
        id: 'block-unresolvable',
        what: `the block says unresolvable: ${verdict.reasons}`,
        remedy: 'Run: active-mode doctor',
      }
    case 'other-bytes':
      return {
        id: 'block-differs',
        what: `the block is not the one that this tool makes of the registry: ${verdict.differs}`,
        remedy: 'Use the tool and the plugin of one version, and one registry for both.',
      }
  }
}

/** Who is to blame, where that is known. */
const causeOf = ({ culprit, trace, exchanges, plugins }: VerifyRun): Fault | null => {
  const forged = forgedAgent(trace, exchanges)
  switch (culprit._tag) {
    case 'not-looked-for':
    case 'no-neighbour':
      return forged === null ? null : { id: 'agent-forged', what: forged, remedy: 'Remove the plugin that does it.' }
    case 'found':
      return {
        id: forged === null ? 'neighbour' : 'agent-forged',
        what: `${forged === null ? '' : `${forged}; `}without the plugin ${pluginName(culprit.plugin)} all is as promised`,
        remedy: `Remove ${pluginName(culprit.plugin)} from ${culprit.plugin.from}; if you need it, have it loaded ${isBehindOurs(culprit.plugin, plugins) ? 'before' : 'after'} Active mode, and run active-mode verify again.`,
      }
    case 'together':
      return {
        id: 'neighbour',
        what: `without these plugins together all is as promised: ${culprit.plugins.map(pluginName).join(', ')}`,
        remedy: 'Leave them out one by one, and run active-mode verify each time.',
      }
  }
}

/** The other side of ours is worth a try: an earlier plugin can do harm that a later one cannot, and the other way round. */
const isBehindOurs = ({ key }: MachinePlugin, plugins: ReadonlyArray<MachinePlugin>): boolean =>
  plugins.findIndex((plugin) => plugin.key === key) > plugins.findIndex(({ isOurs }) => isOurs)

/** On 2.x the plugin is told the agent twice, and a neighbour may have written another one in between. */
const forgedAgent = ({ decisions }: VerifyRun['trace'], exchanges: ReadonlyArray<Exchange>): string | null => {
  const spoken = exchanges.map(({ agent }) => agent)
  for (const { sessionInfo, requestAgent } of decisions)
    if (
      sessionInfo._tag === 'request' &&
      requestAgent !== null &&
      requestAgent !== sessionInfo.agent &&
      spoken.includes(requestAgent)
    )
      return `some plugin wrote the agent ${JSON.stringify(sessionInfo.agent)} into a request of ${JSON.stringify(requestAgent)}`
  return null
}

const shorten = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text).replace(/\s+/g, ' ')
