import { existsSync } from 'node:fs'
import { Refusal } from '../../Io.js'
import { isOn, ownConfigFile, type SetupSettings } from '../../setup/live/configSources.js'
import { readConfigured } from '../../setup/live/readConfigured.js'
import { loadPlugin } from '../../setup/live/readSetup.js'
import { seenElsewhere } from '../../setup/live/seenElsewhere.js'
import { sayError } from '../../show/text.js'
import { halve } from '../halve.js'
import { isWorthHalving } from '../judge.js'
import { judgeExchange } from '../judgeExchange.js'
import { type MachinePlugin, pluginName } from '../MachinePlugin.js'
import { planTalk } from '../planTalk.js'
import type { FailedLoad, VerifyRun } from '../VerifyRun.js'
import { machinePlugins } from './machinePlugins.js'
import { readTrace } from './readTrace.js'
import { withCopy } from './runCopy.js'
import { oneTurn, talk } from './talk.js'

export interface VerifySettings {
  readonly settings: SetupSettings
  readonly harness: VerifyRun['harness']
  /** The registry of `--registry`; `null`: the one that the config says. */
  readonly registry: string | null
  /** Tells a person how far it is. */
  readonly say: (line: string) => void
}

/** Runs this machine's set-up in a copy, and looks for the neighbour that spoils it where one does. */
export const verifyMachine = async ({ settings, harness, registry, say }: VerifySettings): Promise<VerifyRun> => {
  const { generation } = harness
  if (registry !== null && !existsSync(registry))
    throw new Refusal(`there is no registry at ${registry}; name the folder that holds the bundles with --registry DIR`)
  const plugins = machinePlugins(settings, generation)
  const isPure = generation === 1 && isOn(settings.env, 'OPENCODE_PURE')
  sayPlugins(plugins, isPure, say)
  const common = { binary: harness.path, settings, generation, plugins, registry }

  say(`booting opencode ${harness.version} on a copy of its set-up, with a stand-in model`)
  const seen = await withCopy(
    { ...common, leaveOut: [] },
    async (running) => {
      const { leftOut } = running.copy
      if (leftOut.length > 0) say(`not taken along: ${leftOut.join(', ')}`)
      const agents = await running.conversation.agents()
      const plan = planTalk(running.bundle, agents)
      const exchanges = await talk(plan, { ...running, say })
      const loaded = await running.conversation.loaded()
      return { agents, plan, exchanges, loaded, bundle: running.bundle, path: running.copy.registry.path }
    },
    (copy, logs, used) => ({
      ...used,
      path: copy.movedBack(used.path),
      trace: readTrace(copy, {
        loaded: used.loaded,
        logs,
        plugins,
        mustDecide:
          used.bundle._tag !== 'absent' &&
          harness.contract !== 'none' &&
          used.exchanges.some(({ received }) => received._tag === 'sent'),
      }),
    }),
  ).catch(couldNotRun(harness))

  const run: VerifyRun = {
    harness,
    isPure,
    plugins,
    elsewhere:
      generation === 1 && !plugins.some(({ isOurs }) => isOurs)
        ? [...readConfigured(settings, 1).elsewhere, ...seenElsewhere(settings)]
        : [],
    configFile: ownConfigFile(settings),
    registry: { path: registry ?? seen.path, bundle: seen.bundle },
    agents: seen.agents,
    exchanges: seen.exchanges,
    trace:
      generation === 1 && seen.trace.isLoaded === false && !isPure
        ? { ...seen.trace, failed: await failuresOf(plugins) }
        : seen.trace,
    culprit: { _tag: 'not-looked-for' },
  }
  const wrong = run.exchanges.find((exchange) => judgeExchange(exchange)._tag !== 'as-promised')
  const spoiled = run.agents.find(({ id }) => id === wrong?.agent)
  if (spoiled === undefined || !isWorthHalving(run)) return run

  const neighbours = plugins.filter(({ isOurs }) => !isOurs)
  const culprit = await halve(neighbours, (leftOut) => {
    say(`looking for the cause: booting without ${leftOut.map(pluginName).join(', ')}`)
    return withCopy(
      { ...common, leaveOut: leftOut.map(({ key }) => key) },
      async (running) => {
        await running.conversation.agents()
        return oneTurn(spoiled, { ...running, say: () => undefined })
      },
      (_, __, exchanges) => exchanges.every((exchange) => judgeExchange(exchange)._tag === 'as-promised'),
    ).catch(couldNotRun(harness))
  })
  return { ...run, culprit }
}

/** 1.x does not say why it could not load a plugin, so ours is loaded here. */
const failuresOf = async (plugins: ReadonlyArray<MachinePlugin>): Promise<ReadonlyArray<FailedLoad>> => {
  const loads = plugins.map(async ({ isOurs, target }): Promise<ReadonlyArray<FailedLoad>> => {
    if (!isOurs || target._tag === 'nowhere' || target.path === null) return []
    const { ok, detail } = await loadPlugin(target.path, 1)
    return ok ? [] : [{ path: target.path, why: detail, isOurs }]
  })
  return (await Promise.all(loads)).flat()
}

/** Said first, since they run as they do at home. */
const sayPlugins = (plugins: ReadonlyArray<MachinePlugin>, isPure: boolean, say: (line: string) => void): void => {
  if (isPure) say('OPENCODE_PURE is set: no plugin runs')
  else if (plugins.length === 0) say('no plugin runs: none is configured')
  else {
    say('these plugins run, as they do at home:')
    for (const plugin of plugins)
      say(
        `  ${pluginName(plugin)}${plugin.isOurs ? ' (Active mode)' : ''}, named in ${plugin.from}${plugin.isThere ? '' : ', which leads to no file'}`,
      )
  }
}

const couldNotRun =
  ({ path }: VerifyRun['harness']) =>
  (error: unknown): never => {
    if (error instanceof Refusal) throw error
    throw new Refusal(
      `the harness ${path} could not be run on a copy of its set-up: ${sayError(error).replace(/\s+/g, ' ').slice(0, 600)}; start it once by hand, then run active-mode verify again`,
    )
  }
