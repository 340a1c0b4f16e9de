import { type Manifest, needsOf } from './Manifest.js'

/**
 * The published packages in the order in which they go out: each after what it needs, so that nobody can install one whose
 * dependencies are not there yet; else by name. Null if they need each other in a circle.
 */
export const releaseOrder = (manifests: ReadonlyArray<Manifest>): ReadonlyArray<string> | null => {
  const published = manifests.filter((manifest) => manifest.private !== true)
  const names = published.map(({ name }) => name)
  return ordered(
    published
      .map((manifest) => ({ name: manifest.name, needs: needsOf(manifest).filter((name) => names.includes(name)) }))
      .sort((one, other) => (one.name < other.name ? -1 : 1)),
    [],
  )
}

interface Waiting {
  readonly name: string
  readonly needs: ReadonlyArray<string>
}

const ordered = (waiting: ReadonlyArray<Waiting>, done: ReadonlyArray<string>): ReadonlyArray<string> | null => {
  if (waiting.length === 0) return done
  const next = waiting.find(({ needs }) => needs.every((name) => done.includes(name)))
  return next === undefined
    ? null
    : ordered(
        waiting.filter((one) => one !== next),
        [...done, next.name],
      )
}
