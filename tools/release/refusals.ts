import { type Manifest, missingFields } from './Manifest.js'
import { releaseOrder } from './releaseOrder.js'

/** `dry-run` rehearses a release in a copy, `prepare` applies the changesets here, `publish` publishes what is committed. */
export type Step = 'dry-run' | 'prepare' | 'publish'

/** What decides whether a step may begin. */
export interface State {
  /** The files that differ from the last commit, as git names them. */
  readonly changed: ReadonlyArray<string>
  /** The changesets that are not applied yet. */
  readonly changesets: ReadonlyArray<string>
  readonly manifests: ReadonlyArray<Manifest>
  /** Whether this is a CI job that can prove who it is. */
  readonly hasIdentity: boolean
}

/** Why a step may not begin, one sentence each; none if it may. */
export const refusalsOf = (step: Step, state: State): ReadonlyArray<string> => [
  ...refuse(
    state.changed.length > 0,
    `${count(state.changed.length, 'file')} not committed, the first ${String(state.changed[0])}: commit or stash what is yours.`,
  ),
  ...refuse(
    releaseOrder(state.manifests) === null,
    'The packages need each other in a circle, so none can go out first: remove one of these dependencies.',
  ),
  ...(step === 'prepare'
    ? refuse(state.changesets.length === 0, 'There is no changeset, so there is nothing to release: npm run changeset.')
    : []),
  ...(step === 'publish' ? publishRefusals(state) : []),
]

const publishRefusals = ({ changesets, manifests, hasIdentity }: State): ReadonlyArray<string> => [
  ...refuse(
    changesets.length > 0,
    `${count(changesets.length, 'changeset')} not applied: npm run release -- --prepare, then commit what it wrote.`,
  ),
  ...refuse(
    !hasIdentity,
    'Provenance needs a CI job that can prove who it is: run this in one, with the right to an id token (docs/releasing.md).',
  ),
  ...manifests
    .filter((manifest) => manifest.private !== true && missingFields(manifest).includes('repository'))
    .map(
      ({ name }) => `${name} names no repository, and the registry refuses provenance without: add it to package.json.`,
    ),
]

/** Whether the environment is that of a CI job which npm can have a certificate for. */
export const hasIdentity = (environment: Readonly<Record<string, string | undefined>>): boolean =>
  environment['ACTIONS_ID_TOKEN_REQUEST_URL'] !== undefined || environment['SIGSTORE_ID_TOKEN'] !== undefined

const refuse = (when: boolean, sentence: string): ReadonlyArray<string> => (when ? [sentence] : [])

const count = (number: number, thing: string): string => `${String(number)} ${thing}${number === 1 ? ' is' : 's are'}`
