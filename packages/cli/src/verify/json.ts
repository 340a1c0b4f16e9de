import { judge } from './judge.js'
import { judgeExchange } from './judgeExchange.js'
import { pluginName } from './MachinePlugin.js'
import { receivedIn } from './report.js'
import type { VerifyRun } from './VerifyRun.js'

/** The report of a run as one JSON value, as `docs/schema/verify-report.v1.json` describes it. */
export const verifyJson = (run: VerifyRun): unknown => ({
  v: 1,
  harness: run.harness,
  registry: run.registry.path,
  plugins: run.plugins.map((plugin) => ({
    spec: pluginName(plugin),
    from: plugin.from,
    isOurs: plugin.isOurs,
    isThere: plugin.isThere,
  })),
  requests: run.exchanges.map((exchange) => ({
    occasion: exchange.occasion,
    agent: exchange.agent,
    promised: exchange.promised,
    received: receivedIn(exchange),
    system: exchange.received._tag === 'sent' ? exchange.received.system : null,
    verdict: judgeExchange(exchange)._tag,
  })),
  findings: judge(run),
})
