/** A block of long ago, as somebody has it in a text of theirs. */
export const staleBlock =
  '## Active mode\n\nposture: director — mode `gone` (agent `gone`)\n\nstamp: agent=gone mode=gone via=session-info registry=sha256:0\n<!-- /active-mode -->'

/** A text that shows a block. Whatever plays the story, it stays as it is and is no block. */
export const sampleOf = (block: string): string => `Blocks look like this:\n\n${block}\n\nDo not fake one.`
