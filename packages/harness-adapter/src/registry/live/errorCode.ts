/** The code of a system error, such as `EACCES`; never its message, which quotes paths. */
export const errorCode = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : 'unknown error'
