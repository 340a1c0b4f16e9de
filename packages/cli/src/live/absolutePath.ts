import { isAbsolute, resolve } from 'node:path'
import type { Io } from '../Io.js'

/** A path as it was given on the command line, made absolute. Only a relative one needs the working folder. */
export const absolutePath = (path: string, io: Pick<Io, 'directory'>): string =>
  isAbsolute(path) ? resolve(path) : resolve(io.directory, path)
