/** Whether a value is a time in milliseconds since the epoch that the calendar has: of any other none can be shown. */
export const isTime = (u: unknown): u is number => typeof u === 'number' && Math.abs(u) <= 8.64e15
