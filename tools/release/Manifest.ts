/** What a release needs to know of a package's `package.json`. */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly [field: string]: unknown
}

/** The fields that only the owner of the packages can fill in, since they are addresses. */
const ownersFields = ['repository', 'homepage', 'bugs'] as const

/** Which of the owner's fields a manifest does not have. */
export const missingFields = (manifest: Manifest): ReadonlyArray<string> =>
  ownersFields.filter((field) => manifest[field] === undefined)

/** The names of the packages that a manifest needs at run time. */
export const needsOf = (manifest: Manifest): ReadonlyArray<string> =>
  Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.peerDependencies })
