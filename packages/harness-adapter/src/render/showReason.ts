import { modesClaiming, type RegistryBundle, type SessionInfoFailed, type SessionInfoFailure, type UnresolvableReason } from '@active-mode/core'
import { partBytes } from './limits.js'
import { type Line, line } from './Markdown.js'
import { codeSpan } from './showId.js'
import { showList } from './showList.js'
import { showProse } from './showProse.js'
import { type Shown, ours } from './Shown.js'

/** A reason as one line. The registry tells what the agents of a conflict bind. */
export const showReason = (reason: UnresolvableReason, bundle: RegistryBundle): Line => {
  switch (reason._tag) {
    case 'registry-unreadable':
      return line`reason: the mode registry cannot be read (${showProse(reason.detail)})`
    case 'version-gap':
      return reason.what === 'schema'
        ? line`reason: the manifest of ${codeSpan(reason.directory)} has schema version ${codeSpan(reason.needs)}; this plugin reads ${codeSpan(reason.supports)}`
        : line`reason: the manifest of ${codeSpan(reason.directory)} asks for plugin version ${codeSpan(reason.needs)}; this one is ${codeSpan(reason.supports)}`
    case 'map-incomplete':
      return line`reason: no mode claims agent ${codeSpan(reason.agent)}, and broken bundles do or may: ${showList(
        reason.broken,
        ({ directory, why }) => ours(`${codeSpan(directory)} (${why})`),
        { separator: ', ', bytes: partBytes.names, cut: { one: 'bundle', many: 'bundles', where: '' } },
      )}`
    case 'ambiguous-binding':
      return line`reason: agent ${codeSpan(reason.agent)} is claimed by several modes: ${showList(reason.modes, codeSpan, {
        separator: ', ',
        bytes: partBytes.names,
        cut: { one: 'mode', many: 'modes', where: '' },
      })}`
    case 'evidence-conflict':
      return line`reason: the session says agent ${codeSpan(reason.sessionAgent)} (${bindingOf(bundle, reason.sessionAgent)}), its newest record agent ${codeSpan(reason.recordAgent)} (${bindingOf(bundle, reason.recordAgent)})`
    case 'session-info-failed':
      return line`reason: the session's agent is unknown (${showFailure(reason.failure)}), and the message records cannot stand in (${showFallback(reason.fallback)})`
  }
}

const bindingOf = (bundle: RegistryBundle, agent: string): Shown => {
  const modes = bundle._tag === 'staged' ? modesClaiming(bundle, agent) : []
  return modes.length === 0
    ? ours('binds no mode')
    : ours(`binds mode ${showList(modes, ({ mode }) => codeSpan(mode), { separator: ', ', bytes: partBytes.names, cut: { one: 'mode', many: 'modes', where: '' } })}`)
}

const showFailure = (failure: SessionInfoFailure): Shown => {
  switch (failure._tag) {
    case 'no-client':
      return ours('the harness gave no client')
    case 'call-failed':
      return ours(`the call failed: ${failure.status === null ? '' : `status ${failure.status}, `}${showProse(failure.code)}`)
    case 'timed-out':
      return ours(`no answer within ${failure.afterMs} ms`)
    case 'no-agent':
      return ours('the session carries no agent')
    case 'malformed':
      return ours(
        `the answer is malformed at ${showList(failure.paths, showProse, { separator: ', ', bytes: partBytes.names, cut: { one: 'place', many: 'places', where: '' } })}`,
      )
  }
}

const showFallback = ({ why }: SessionInfoFailed['fallback']): Shown => {
  switch (why._tag) {
    case 'switch-newer':
      return ours(`agent ${codeSpan(why.to)} was selected after ${codeSpan(why.from)} answered`)
    case 'keys-not-comparable':
      return ours('their order is not evident: keys of two kinds, foreign ids, ids too far apart, or two records in one place')
    case 'compaction':
      return ours('the newest answer is a compaction')
    case 'stream-unread':
      return ours('they were not read')
    case 'stream-unavailable':
      return ours(`they cannot be read: ${showProse(why.detail)}`)
    case 'no-assistant-record':
      return ours('there is no answer among them')
  }
}
