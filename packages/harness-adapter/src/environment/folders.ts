/** A path in full: a leading `~` stands for the home folder. */
export const expandTilde = (path: string, home: string): string => path.replace(/^~(?=\/|$)/, () => home)

/**
 * A folder of the process, or `/` where there is none. Asking throws for a user of a container without a home, and for a working
 * folder that was deleted.
 */
export const orRoot = (folder: () => string): string => {
  try {
    return folder()
  } catch {
    return '/'
  }
}

/** A variable of the environment. An empty one counts as not set. */
export const setVariable = (env: Readonly<Record<string, string | undefined>>, name: string): string | undefined =>
  env[name] === '' ? undefined : env[name]
