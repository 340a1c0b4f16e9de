import {
  mayClaim,
  modesClaiming,
  type RegistryBundle,
  type SessionInfoFailed,
  type SessionInfoFailure,
  type UnresolvableReason,
} from '@active-mode/core'
import { partBytes } from './limits.js'
import { codeSpan } from './showId.js'
import { type ListLayout, showList } from './showList.js'
import { ours, type Shown, shown } from './Shown.js'
import { showProse } from './showProse.js'

/** A reason in words. The registry tells what the agents of a conflict bind. */
export const showReason = (reason: UnresolvableReason, bundle: RegistryBundle): Shown => {
  switch (reason._tag) {
    case 'registry-unreadable':
      return shown`the mode registry cannot be read (${showProse(reason.detail)})`
    case 'version-gap':
      return reason.what === 'schema'
        ? shown`the manifest of ${codeSpan(reason.directory)} has schema version ${codeSpan(reason.needs)}; this plugin reads ${codeSpan(reason.supports)}`
        : shown`the manifest of ${codeSpan(reason.directory)} asks for plugin version ${codeSpan(reason.needs)}; this one is ${codeSpan(reason.supports)}`
    case 'map-incomplete':
      return shown`no mode claims agent ${codeSpan(reason.agent)}, and broken bundles do or may: ${showList(
        reason.broken,
        ({ directory, why }) => shown`${codeSpan(directory)} (${ours(why)})`,
        named('bundle', 'bundles'),
      )}`
    case 'ambiguous-binding':
      return shown`agent ${codeSpan(reason.agent)} is claimed by several modes: ${showList(reason.modes, codeSpan, named('mode', 'modes'))}`
    case 'evidence-conflict':
      return shown`the session says agent ${codeSpan(reason.sessionAgent)} (${bindingOf(bundle, reason.sessionAgent)}), its newest record agent ${codeSpan(reason.recordAgent)} (${bindingOf(bundle, reason.recordAgent)})`
    case 'session-info-failed':
      return shown`the session's agent is unknown (${showFailure(reason.failure)}), and the message records cannot stand in (${showFallback(reason.fallback)})`
  }
}

const bindingOf = (bundle: RegistryBundle, agent: string): Shown => {
  const [modes, broken] =
    bundle._tag === 'staged' ? [modesClaiming(agent)(bundle), bundle.broken.filter(mayClaim(agent))] : [[], []]
  return modes.length > 0
    ? shown`binds mode ${showList(modes, ({ mode }) => codeSpan(mode), named('mode', 'modes'))}`
    : broken.length > 0
      ? shown`binds no whole mode, but broken bundles do or may claim it: ${showList(broken, ({ directory }) => codeSpan(directory), named('bundle', 'bundles'))}`
      : ours('binds no mode')
}

const showFailure = (failure: SessionInfoFailure): Shown => {
  switch (failure._tag) {
    case 'no-client':
      return ours('the harness gave no client')
    case 'call-failed':
      return shown`the call failed: ${failure.status === null ? ours('') : shown`status ${ours(failure.status)}, `}${showProse(failure.code)}`
    case 'timed-out':
      return ours('no answer in time')
    case 'no-agent':
      return ours('the session carries no agent')
    case 'malformed':
      return shown`the answer is malformed at ${showList(failure.paths, showProse, named('place', 'places'))}`
  }
}

const showFallback = ({ why }: SessionInfoFailed['fallback']): Shown => {
  switch (why._tag) {
    case 'switch-newer':
      return shown`agent ${codeSpan(why.to)} was selected after ${codeSpan(why.from)} answered`
    case 'keys-not-comparable':
      return ours(
        'their order is not evident: keys of two kinds, foreign ids, ids too far apart, or two records in one place',
      )
    case 'compaction':
      return ours('the newest answer is a compaction')
    case 'stream-unread':
      return ours('they were not read')
    case 'stream-unavailable':
      return shown`they cannot be read: ${showProse(why.detail)}`
    case 'no-assistant-record':
      return ours('there is no answer among them')
  }
}

/** A list of names with commas, and how its cut is named. */
const named = (one: string, many: string): ListLayout => ({
  separator: ', ',
  bytes: partBytes.names,
  cut: { one, many, where: '' },
})
