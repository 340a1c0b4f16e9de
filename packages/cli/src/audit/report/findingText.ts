import type { Finding, FindingId } from '../Finding.js'

/** What a kind of finding means, and what to do about it. One sentence each. */
export interface FindingText {
  readonly means: string
  readonly remedy: string
}

export const findingTexts: Readonly<Record<FindingId, FindingText>> = {
  'director-without-block': {
    means: 'A request of a director was sent without its Active mode block.',
    remedy: 'Treat everything the session did from then on as done without its mode, and report it with this evidence.',
  },
  'compaction-without-block': {
    means: 'The first request after a compaction was sent without its Active mode block.',
    remedy:
      'Treat everything the session did after the compaction as done without its mode, and report it with this evidence.',
  },
  'block-lost': {
    means:
      'The block was added, but was not in the request that went out: another plugin emptied or replaced the system text afterwards.',
    remedy:
      'Treat everything the session did from then on as done without its mode. Find the plugin that changes the system text, and remove it or load it first.',
  },
  'unresolvable-without-block': {
    means: 'The plugin could not tell which agent the request was for, and the request carried no block that says so.',
    remedy: 'Report it with this evidence.',
  },
  'copilot-with-block': {
    means: 'A request of an agent without a mode carried an Active mode block.',
    remedy: 'Check whether another plugin or a person put it there; otherwise report it with this evidence.',
  },
  drift: {
    means: 'The logged posture is not the one that follows from the logged evidence.',
    remedy:
      'Somebody edited the line, or another build wrote it: compare the plugin version in the line with this tool.',
  },
  'block-differs': {
    means: 'The block that was added is not the one that this version makes for the posture.',
    remedy: 'Somebody edited the line, or the plugin that wrote it was changed without a new version.',
  },
  'told-another-posture': {
    means:
      'The request got the block for one agent, and the harness then named another agent, with a different posture.',
    remedy:
      'Look at what that request did. On the harness 2.x another plugin wrote the wrong agent (sessionAgent) into the event: find and remove it. Otherwise report it with this evidence.',
  },
  'store-contradicts': {
    means: 'The session store names an agent with a different posture than the line of the log.',
    remedy:
      'Somebody edited the line, or the request got the posture of another agent: look at what it did, and report it with this evidence.',
  },
  unconfirmed: {
    means: 'The harness never said which agent the request was for.',
    remedy: 'Nothing to do if the request was aborted; otherwise another plugin may stop the hook chat.params.',
  },
  'turn-without-decision': {
    means: 'The session store has a turn that the log has no decision for.',
    remedy:
      'Check with `active-mode doctor` that the plugin is loaded and writes its log here. Nothing is logged while there is no registry.',
  },
  'director-switched-away': {
    means: 'A message that no person wrote switched the session away from its director.',
    remedy:
      'Look at the plugin or tool that wrote the message (mark): have it keep the agent of the session. Then select the director again, and let it read its ledger.',
  },
  'acted-before-ledger': {
    means:
      'A director came out of a compaction and, by the calls that the store has of its next turn, did something before it read its ledger again.',
    remedy:
      'Check what that call did against the ledger. Say in the card that the ledger is read before anything else, if it does not say so yet.',
  },
  'summary-without-ledger': {
    means: "The summary of a director's compaction names no ledger in the form sessions/session-<YYYYMMDD>-<slug>.md.",
    remedy: 'Let the session read its ledger from disk again before it goes on.',
  },
  'ledger-missing': {
    means: 'A summary names a ledger that is not in the vault.',
    remedy: 'Check the name against the vault: the summary may have made it up.',
  },
  'registry-missing': {
    means:
      'The registry that a decision was made with is not stored beside the log, so the decision cannot be checked again.',
    remedy: 'Restore the file from a backup; the plugin deletes it only together with old log files.',
  },
  'registry-forged': {
    means: 'The content of a stored registry does not match the hash in its name.',
    remedy: 'Restore the file from a backup and find out who changed it; its decisions were not checked again.',
  },
  'registry-unreadable': {
    means: 'A stored registry is intact, but this version cannot read it.',
    remedy: 'Use the version of this tool that belongs to the plugin version that wrote it.',
  },
  'clock-set-back': {
    means: 'The time of a line is earlier than that of the line before it.',
    remedy: 'From here on, go by the order of the lines and of the message ids, not by the times.',
  },
  'two-writers': {
    means: 'Two processes, or two loaded copies of the plugin, wrote the decisions of one session.',
    remedy: 'Load the plugin once (`active-mode doctor` lists the copies) and run one harness for each session.',
  },
  'torn-line': {
    means: 'A line of the log was cut off while it was written.',
    remedy:
      'Nothing to do: the harness was killed or the disk was full at that moment, and the decision is lost. The evidence names the turns without a decision that it may belong to; they are no findings of their own.',
  },
  'foreign-line': {
    means: 'A line of the log is not one that this plugin writes.',
    remedy: 'Look at the line and remove it; only the plugin should write these files.',
  },
  'dropped-lines': {
    means: 'Decisions could not be written and were dropped. The evidence names the turns that they may belong to.',
    remedy: 'Check the disk and the permissions of the log folder.',
  },
  'unreadable-file': {
    means: 'A file of the log cannot be read, or not to its end; the decisions in it were not checked.',
    remedy: 'Check the file and its permissions; only files of the plugin belong in this folder.',
  },
  'unreadable-message': {
    means:
      'A message of the session store, or a part of it, is not in the format of the harness, so it was not checked against the log.',
    remedy: 'Check the disk; `opencode export SESSION` shows whether the harness itself can still read the session.',
  },
}

/** The facts of a finding in one line. */
export const showEvidence = ({ evidence }: Finding): string =>
  Object.entries(evidence)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ')
