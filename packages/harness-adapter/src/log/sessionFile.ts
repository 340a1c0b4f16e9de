/** The log file of a session. An id that does not look like one of the harness is no file name, so such sessions share one. */
export const sessionFile = (sessionId: string): string =>
  /^ses_[0-9A-Za-z]{1,80}$/.test(sessionId) ? `${sessionId}.jsonl` : 'other.jsonl'
