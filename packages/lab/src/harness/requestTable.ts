import { showTable } from './showTable.js'

/** One request as the table shows it: what was promised, and what the model received. */
export interface TableRow {
  readonly harness: string
  readonly turn: string
  readonly agent: string
  readonly promised: string
  readonly received: string
  readonly isAsPromised: boolean
}

/** The colours of the last column. */
export interface TableColours {
  readonly good: (text: string) => string
  readonly bad: (text: string) => string
}

/** The table of requests, as `npm start` and `active-mode verify` print it. */
export const requestTable = (rows: ReadonlyArray<TableRow>, { good, bad }: TableColours): string =>
  showTable(
    ['harness', 'turn', "request's agent", 'promised', 'what the model received', ''],
    rows.map(({ harness, turn, agent, promised, received, isAsPromised }) => [
      harness,
      turn,
      agent,
      promised,
      received,
      isAsPromised ? good('ok') : bad('WRONG'),
    ]),
  )
