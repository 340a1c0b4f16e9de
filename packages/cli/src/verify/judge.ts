import { judgeExchange } from './judgeExchange.js'
import { judgeHarness } from './judgeHarness.js'
import { judgePlugin } from './judgePlugin.js'
import { judgeRegistry } from './judgeRegistry.js'
import { judgeRequests } from './judgeRequests.js'
import type { VerifyFinding, VerifyRun } from './VerifyRun.js'

/**
 * All that is to be said of a run: causes first. What a cause before it explains is not said again: where the plugin was not loaded, or the
 * registry that it reads is not the one that is meant, every block is missing.
 */
export const judge = (run: VerifyRun): ReadonlyArray<VerifyFinding> => {
  const registry = judgeRegistry(run)
  const plugin = judgePlugin(run)
  const harness = judgeHarness(run)
  const isExplained =
    run.trace.isLoaded === false ||
    [...plugin, ...harness].some(({ level, id }) => level === 'problem' && explaining.includes(id))
  const requests = judgeRequests(run)
  return [
    ...registry,
    ...plugin,
    ...harness,
    ...(isExplained ? requests.filter(({ id }) => !['block-missing', 'block-differs'].includes(id)) : requests),
  ]
}

/** Findings because of which no block is to be expected, or only another one. */
const explaining = ['plugins-off', 'registry-silenced', 'harness-old']

/** Whether a neighbour is to be looked for: something is not as promised, and neither the plugin's loading nor the harness explains it. */
export const isWorthHalving = (run: VerifyRun): boolean =>
  run.plugins.some(({ isOurs }) => !isOurs) &&
  judge(run).some(({ level, id }) => level === 'problem' && /^(?:block-|agent-forged|request-not-sent)/.test(id)) &&
  run.exchanges.some((exchange) => judgeExchange(exchange)._tag !== 'as-promised')
