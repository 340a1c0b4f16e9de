import type { RegistryBundle } from '@active-mode/core'
import type { PassedRoot } from '@active-mode/harness-adapter/library'

/** One look at a registry, and what surrounds it. */
export interface RegistryView extends RegistrySurroundings {
  readonly path: string
  /** The other places where a registry may lie, and what lies there. */
  readonly passedOver: ReadonlyArray<PassedRoot>
  readonly bundle: RegistryBundle
  readonly ignored: ReadonlyArray<string>
  readonly unknownKeys: ReadonlyArray<string>
  readonly stagerAtWork: boolean
  /** The text of the stager's lock; `null` where there is none. */
  readonly stagingLock: string | null
  /** Whether there are more files or folders than are gone through for the digest. */
  readonly capped: boolean
  /** By folder, all that is wrong in the files of a bundle that is not whole. */
  readonly faults: ReadonlyMap<string, ReadonlyArray<BundleFault>>
  /** The agents of the harness; `null` where they are not known. */
  readonly agents: ReadonlyArray<string> | null
}

/** Something that is wrong in a file of a bundle. */
export interface BundleFault {
  /** The whole path of the file. */
  readonly file: string
  readonly what: string
  /** An order, to be read behind the file's name. It may go over several lines. */
  readonly edit: string
}

/** What lies where no mode is looked for. */
export interface RegistrySurroundings {
  /** Files of a bundle that lie in the registry itself, and the mode that they are of, where they say so. */
  readonly loose: { readonly files: ReadonlyArray<string>; readonly mode: string | null } | null
  /** Bundles in a folder of a folder, by their path below the registry. */
  readonly tooDeep: ReadonlyArray<string>
  /** Other folders that hold bundles. */
  readonly elsewhere: ReadonlyArray<string>
  /** The environment variable that says where the registry is; `null` where none does. */
  readonly variable: string | null
}
