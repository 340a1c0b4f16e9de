/** What has no shape of its own: controls, marks of direction, zero-width and other invisible characters. */
const invisible = /[\p{Cc}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb]/gu

/** Halves of a character, which have no encoding. */
const loneSurrogate = /\p{Surrogate}/gu

/** Prose of one line without anything that is not seen. Scripts, emoji and signs of every language stay. */
export const cleanText = (text: string): string => text.replace(loneSurrogate, '\ufffd').replace(invisible, '')
