/** The most a field shows, in characters. */
export const fieldCharacters = 200

/** The most a field of prose takes, in bytes of UTF-8: it is cut sooner where its characters take four each. */
export const fieldBytes = 3 * fieldCharacters

/** The most of a field that is looked at, so that a megabyte in a name costs nothing. The cut counts all of it. */
export const fieldCharactersSeen = 16 * fieldCharacters

/** The most that the parts of a block take, in bytes of UTF-8. With our own words they stay below 16 KiB. */
export const partBytes = {
  roles: 256,
  gates: 768,
  phases: 4096,
  handoffs: 512,
  ledgerRule: 8192,
  names: 1024,
  reasons: 8192,
} as const
