/**
 * A folder of the process, or the root of the file system where it has none: a user of a container may have no home, and
 * a working folder may be deleted. Asking then throws.
 */
export const orRoot = (folder: () => string): string => {
  try {
    return folder()
  } catch {
    return '/'
  }
}
