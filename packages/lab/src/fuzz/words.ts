/** What stands between the spaces of a text: a table of short tokens on a line or two. */
export const words = (text: string): ReadonlyArray<string> => text.split(' ')
