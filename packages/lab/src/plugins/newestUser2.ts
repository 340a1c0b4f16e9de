import type { SystemEvent } from './api2.js'

/** The newest message of the user that a hook is handed. */
export const newestUser = ({ messages }: SystemEvent) => messages?.findLast((message) => message?.role === 'user')

/** Whether that message holds a text. */
export const saysNow = (event: SystemEvent, cue: string): boolean =>
  JSON.stringify(newestUser(event) ?? null).includes(cue)
