const mebibyte = 1024 * 1024

/** A file that has grown to this many bytes is put aside. */
export const fileBytes = 8 * mebibyte

/** The most that the folder keeps, in bytes; the oldest files go first. */
export const folderBytes = 256 * mebibyte

/** The longest that a file is kept after it was last written, in milliseconds. */
export const keptMs = 90 * 24 * 60 * 60 * 1000

/** The most decisions that wait to be written; past that they are counted and dropped. */
export const mostWaiting = 1000
