/** Text from logs, stores and disks for a terminal: anything that could move the cursor, or hide, is shown as its code. */
export const plainText = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`)
