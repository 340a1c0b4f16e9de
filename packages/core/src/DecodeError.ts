/** One place of an input that is not what it should be. `path` is as one would write it in code: `switchStream.records[2].key`. */
export interface DecodeError {
  readonly path: string
  /** What belongs there. What was there is not repeated: it may be long, and it may be secret. */
  readonly expected: string
}

/** An error as a line of text: where, and what belongs there. `whole` names the input, for an error that is about all of it. */
export const showDecodeError =
  (whole: string) =>
  ({ path, expected }: DecodeError): string =>
    `${path === '' ? whole : path}: expected ${expected}`
