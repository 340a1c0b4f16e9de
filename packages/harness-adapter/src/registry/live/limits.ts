/** The caps of design 4. Past one of them stands a named failure, never a crawl. */
export const limits = {
  /** Bytes of one file that are read. */
  fileBytes: 1024 * 1024,
  /** Bundles of one registry. */
  bundles: 1024,
  /** Files of one registry that the digest covers. */
  files: 16_384,
  /** Folders of one registry that are listed: links can make a few folders look like millions. */
  folders: 16_384,
  /** How often a file that changes while it is read is read. */
  attempts: 3,
  /** How often a registry that changes while it is read is read. */
  passes: 6,
  /** How long the event loop is held at a time, in milliseconds. */
  holdMs: 1,
  /** How many file states are checked, and entries gone through, at one go: two or three milliseconds' worth. */
  atOnce: 2_000,
  /** How many bundles are read side by side. */
  parallel: 4,
} as const
