/** A path that may begin with `~` for a person's home folder, in full. */
export const expandTilde = (path: string, home: string): string => path.replace(/^~(?=\/|$)/, () => home)
