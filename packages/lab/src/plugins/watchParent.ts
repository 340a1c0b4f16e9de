import { rmSync } from 'node:fs'

/** Whose end ends the harness, and the folder that is removed then; null: none. */
export interface Parent {
  readonly parentPid: number
  readonly folder: string | null
}

/**
 * Ends the harness, and removes its folder, when the process that started it is gone, so that a killed test run leaves nothing behind.
 * The returned function ends the watch.
 */
export const watchParent = ({ parentPid, folder }: Parent): (() => void) => {
  const watch = setInterval(() => {
    try {
      process.kill(parentPid, 0)
    } catch (error) {
      if ((error as NodeJS.ErrnoException | undefined)?.code !== 'ESRCH') return
      try {
        if (folder !== null) rmSync(folder, { recursive: true, force: true })
      } finally {
        process.exit(0)
      }
    }
  }, 1000)
  watch.unref()
  return () => clearInterval(watch)
}
