/** The path of a session ledger in its exact form: a day of the calendar and a slug, below `sessions/`. */
const ledgerPath =
  /(?<![\w.-])sessions\/session-\d{4}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])-[a-z0-9]+(?:-[a-z0-9]+)*\.md(?![\w-]|\.\w)/g

/** The ledger paths that a text names, each once, in their order. Which of them belongs to a session nobody can tell. */
export const ledgersNamed = (text: string): ReadonlyArray<string> => [...new Set(text.match(ledgerPath) ?? [])]
