import { watch } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Waits for something to happen in a folder. */
export interface FolderWatch {
  /** Returns when the folder may have changed, after `ms` milliseconds, or when the signal says so. */
  readonly wait: (ms: number) => Promise<void>
  readonly close: () => void
}

/** Where the system tells of no changes, such as on some network drives, waiting alone has to do. */
export const watchFolder = (folder: string, signal: AbortSignal): FolderWatch => {
  let hasChanged = false
  let wake = (): void => undefined
  const notice = (): void => {
    hasChanged = true
    wake()
  }
  const watcher = openWatcher(folder, notice)
  signal.addEventListener('abort', notice)
  return {
    wait: (ms) =>
      new Promise((resolve) => {
        const done = (): void => {
          clearTimeout(timer)
          wake = () => undefined
          hasChanged = false
          resolve()
        }
        const timer = setTimeout(done, ms)
        wake = done
        if (hasChanged || signal.aborted) done()
      }),
    close: () => {
      watcher?.close()
      signal.removeEventListener('abort', notice)
    },
  }
}

/** Waits so many milliseconds, or until the signal says so. */
export const pause = async (ms: number, signal: AbortSignal): Promise<void> => {
  await sleep(ms, undefined, { signal }).catch(() => undefined)
}

const openWatcher = (folder: string, notice: () => void): ReturnType<typeof watch> | null => {
  try {
    const watcher = watch(folder, notice)
    watcher.on('error', () => watcher.close())
    return watcher
  } catch {
    return null
  }
}

/** A signal for the first Ctrl-C, or the first wish of the system to end. The second ends the process at once. */
export const untilStopped = (): { readonly signal: AbortSignal; readonly release: () => void } => {
  const controller = new AbortController()
  const stop = (): void => {
    release()
    controller.abort()
  }
  const release = (): void => {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  return { signal: controller.signal, release }
}
