import type { Finding, FindingId } from '../Finding.js'

/** What a kind of finding means, and what to do about it. One sentence each. */
export interface FindingText {
  readonly means: string
  readonly remedy: string
}

export const findingTexts: Readonly<Record<FindingId, FindingText>> = {
  'director-without-block': {
    means: 'A request of a director was sent without its Active mode block.',
    remedy: 'Treat what the session did from there on as done without its mode, and report it with this evidence.',
  },
  'compaction-without-block': {
    means: 'The first request after a compaction was sent without its Active mode block.',
    remedy:
      'Treat what the session did after the compaction as done without its mode, and report it with this evidence.',
  },
  'block-lost': {
    means:
      'The block was spliced, and was not in the request that went out: another plugin emptied or replaced the system text after it.',
    remedy:
      'Treat what the session did from there on as done without its mode; find the plugin that changes the system text, and remove it or load it first.',
  },
  'unresolvable-without-block': {
    means: 'The plugin could not tell whose request it was, and the request was not told so.',
    remedy: 'Report it with this evidence.',
  },
  'copilot-with-block': {
    means: 'A request of an agent that directs nothing carried an Active mode block.',
    remedy: 'Check whether another plugin or a person put it there; else report it with this evidence.',
  },
  drift: {
    means: 'The recorded outcome is not what the recorded evidence decides.',
    remedy:
      'Somebody edited the line, or another build wrote it: compare the version of the plugin in the line with this tool.',
  },
  'block-differs': {
    means: 'The spliced block is not the one that this version renders for the outcome.',
    remedy: 'Somebody edited the line, or the plugin that wrote it was changed without a new version.',
  },
  'told-another-posture': {
    means: 'The harness said that the request was for another agent than the one whose posture the request was told.',
    remedy:
      'Look at what that request did. On the harness 2.x another plugin wrote the wrong agent (sessionAgent) into the event: find and remove it; else report it with this evidence.',
  },
  'store-contradicts': {
    means:
      'The session store says that the request was for an agent of another posture than the line of the log records.',
    remedy:
      'Somebody edited the line, or the request was told the posture of another agent: look at what it did, and report it with this evidence.',
  },
  unconfirmed: {
    means: 'The harness never said for which agent the request was.',
    remedy: 'Nothing to do if the request was aborted; else another plugin may keep the hook chat.params from running.',
  },
  'turn-without-decision': {
    means: 'The store knows a turn that the log has no decision for.',
    remedy:
      'Check with `active-mode doctor` that the plugin is loaded and writes its log where you look; nothing is logged while no registry is staged.',
  },
  'summary-without-ledger': {
    means: "The summary of a director's compaction names no ledger in the form sessions/session-<YYYYMMDD>-<slug>.md.",
    remedy: 'Have the session re-read its ledger from disk before it goes on.',
  },
  'ledger-missing': {
    means: 'A summary names a ledger that is not in the vault.',
    remedy: 'Check the name against the vault: the summary may have made it up.',
  },
  'registry-missing': {
    means: 'The registry that a decision was made with is not beside the log, so it cannot be decided again.',
    remedy: 'Bring back the file from a backup; it is pruned only together with old log files.',
  },
  'registry-forged': {
    means: 'The content of a stored registry does not have the hash of its name.',
    remedy: 'Bring back the file from a backup and find out who changed it; its decisions were not decided again.',
  },
  'registry-unreadable': {
    means: 'A stored registry is whole and this version cannot read it.',
    remedy: 'Use the version of this tool that belongs to the plugin that wrote it.',
  },
  'clock-set-back': {
    means: 'The time of a line is earlier than that of the line before it.',
    remedy: 'Read the order of the lines and of the message ids, not the times, from here on.',
  },
  'two-writers': {
    means: 'Two processes, or two loaded copies of the plugin, wrote the decisions of one session.',
    remedy: 'Load the plugin once (`active-mode doctor` lists the copies) and run one harness a session.',
  },
  'torn-line': {
    means: 'A line of the log was cut off while it was written.',
    remedy:
      'Nothing to do: the harness was killed or the disk was full at that moment, and the decision is lost. A turn without a decision that the line may stand for is in its evidence, and is no finding of its own.',
  },
  'foreign-line': {
    means: 'A line of the log is not one that this plugin writes.',
    remedy: 'Look at the line and remove it; nothing else belongs into these files.',
  },
  'dropped-lines': {
    means: 'Decisions could not be written and were dropped. The turns that they may have been of are in the evidence.',
    remedy: 'Check the disk and the permissions of the log folder.',
  },
  'unreadable-file': {
    means: 'A file of the log cannot be read, or not to its end; the decisions in it were not audited.',
    remedy: 'Check what it is and its permissions; only the files that the plugin writes belong into this folder.',
  },
  'unreadable-message': {
    means:
      'A message of the session store, or a part of it, is not what the harness writes, so what it says was not held against the log.',
    remedy: 'Check the disk; `opencode export SESSION` shows whether the harness itself can still read the session.',
  },
}

/** The facts of a finding in one line. */
export const showEvidence = ({ evidence }: Finding): string =>
  Object.entries(evidence)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ')
