import { postureOf, type StagedRegistry } from '@active-mode/core'
import { stagingLockFile } from '@active-mode/harness-adapter/library'
import { checkBundles } from './checkBundles.js'
import { checkClaims } from './checkClaims.js'
import { type Diagnosis, diagnosisOf, withEdits } from './Diagnosis.js'
import type { RegistryView } from './RegistryView.js'

const say = diagnosisOf('registry')

/** Everything that can be wrong with a registry, part by part, and what is right. */
export const checkRegistry = (view: RegistryView): ReadonlyArray<Diagnosis> => {
  const { path, bundle } = view
  switch (bundle._tag) {
    case 'absent':
      return view.elsewhere.length > 0
        ? checkElsewhere(view, true)
        : [
            say(
              'note',
              'registry-absent',
              `there is no registry${becauseOf(view)}, so every agent is a copilot and no request gets a block`,
              path,
              'Write a mode there, e.g. with active-mode new MODE --agent ID, or name another registry with the option registry or --registry DIR.',
            ),
          ]
    case 'unreadable':
      return [
        say(
          'problem',
          'registry-unreadable',
          `the registry cannot be read: ${bundle.detail}`,
          path,
          'Check the path and its permissions; until then every session is told "unresolvable".',
        ),
        ...checkElsewhere(view, false),
      ]
    case 'staged': {
      const isEmpty = bundle.modes.length === 0 && bundle.broken.length === 0
      return [
        ...checkFolder(view, bundle),
        ...checkMisplaced(view),
        ...checkElsewhere(view, isEmpty),
        ...checkBundles(view, bundle),
        ...checkVersions(path, bundle),
        ...checkClaims(view, bundle),
      ]
    }
  }
}

const becauseOf = ({ variable }: RegistryView): string => (variable === null ? '' : ` where ${variable} says`)

/** Bundles in another folder: they are meant to be read where this one has none, and are worth knowing of where it has. */
const checkElsewhere = (view: RegistryView, isEmpty: boolean): ReadonlyArray<Diagnosis> => [
  ...view.passedOver.flatMap(({ path, holds }) =>
    holds === 'nothing'
      ? []
      : [
          say(
            'note',
            'root-passed-over',
            `${holds === 'empty' ? 'no mode lies here' : 'modes lie here too, and are not read'}: the plugin reads ${view.path}`,
            path,
            holds === 'empty'
              ? 'Remove it, or put the modes there.'
              : 'Move them there, remove them, or name one of the two with the option registry.',
          ),
        ],
  ),
  ...view.elsewhere
    .filter((folder) => !view.passedOver.some(({ path }) => path === folder))
    .map((folder) =>
      isEmpty
        ? say(
            'problem',
            'registry-elsewhere',
            `modes lie here, and the plugin reads ${view.path}${view.variable === null ? '' : `, since ${view.variable} is set`}`,
            folder,
            `Move them: mkdir -p ${view.path} && mv ${folder}/* ${view.path}/`,
            `Or name the folder in the plugin's options: "registry": ${JSON.stringify(folder)}`,
          )
        : say(
            'note',
            'registry-elsewhere',
            `modes lie here too, and are not read: the plugin reads ${view.path}`,
            folder,
            'Move them there, or remove them.',
          ),
    ),
]

const checkFolder = (view: RegistryView, { digest, modes, broken }: StagedRegistry): ReadonlyArray<Diagnosis> => {
  const { path, ignored, tooDeep, unknownKeys, stagerAtWork, stagingLock, capped, loose, elsewhere } = view
  return [
    ...(modes.length === 0 && broken.length === 0 && loose === null && tooDeep.length === 0 && elsewhere.length === 0
      ? [
          say(
            'note',
            'registry-empty',
            `the registry${becauseOf(view)} has no mode, so every agent is a copilot and no request gets a block`,
            path,
            'Write a mode there, e.g. with active-mode new MODE --agent ID: a folder with mode.toml, pack.toml and card.md in it.',
          ),
        ]
      : [
          say(
            digest === 'unavailable' ? 'note' : 'ok',
            'registry-digest',
            `${modes.length} mode${modes.length === 1 ? '' : 's'}, digest ${digest}`,
            path,
            ...(digest === 'unavailable'
              ? ['A file cannot be read, or the registry is too large for a digest; the other findings say which.']
              : []),
          ),
        ]),
    ...ignored
      .filter((folder) => !tooDeep.some((deep) => deep.startsWith(`${folder}/`)))
      .map((folder) =>
        say(
          'note',
          'stray-folder',
          'a folder without mode.toml, pack.toml and card.md is no mode',
          `${path}/${folder}`,
          'Put these three files into it, or remove it.',
        ),
      ),
    ...unknownKeys
      .filter((key) => !key.endsWith('/mode.toml: aliases'))
      .map((key) =>
        say(
          'note',
          'unknown-key',
          `the key ${key.replace(/^.*: /, '')} is unknown and has no effect`,
          `${path}/${key.replace(/: .*$/, '')}`,
          'Correct its spelling, or remove it.',
        ),
      ),
    ...(stagerAtWork
      ? [
          say(
            'note',
            'stager-at-work',
            'a program is writing the registry now, so bundles may be half written',
            `${path}/${stagingLockFile}`,
            'Wait for it to end and look again.',
          ),
        ]
      : []),
    ...(stagingLock !== null && !stagerAtWork
      ? [
          withEdits(
            say(
              'note',
              'stale-staging-lock',
              'a program that wrote the registry left its lock behind, and no longer renews it',
              `${path}/${stagingLockFile}`,
              `Remove it, or run that program again; until then the lock has no effect: rm ${path}/${stagingLockFile}`,
            ),
            [{ _tag: 'remove', file: `${path}/${stagingLockFile}`, text: stagingLock }],
          ),
        ]
      : []),
    ...(capped
      ? [
          say(
            'problem',
            'registry-too-large',
            'the registry has more files or folders than the digest covers, so it has no digest',
            path,
            'Remove what belongs to no mode; links to large folders count too.',
          ),
        ]
      : []),
  ]
}

/** A bundle is a folder right below the registry, and nothing else is. */
const checkMisplaced = ({ path, loose, tooDeep }: RegistryView): ReadonlyArray<Diagnosis> => [
  ...(loose === null
    ? []
    : [
        say(
          'problem',
          'bundle-in-root',
          `${loose.files.join(', ')} ${loose.files.length === 1 ? 'lies' : 'lie'} in the registry itself, and each mode needs a folder of its own`,
          path,
          `Move ${loose.files.length === 1 ? 'it' : 'them'}: cd ${path} && mkdir ${loose.mode ?? 'NAME'} && mv ${loose.files.join(' ')} ${loose.mode ?? 'NAME'}/`,
        ),
      ]),
  ...tooDeep.map((folder) =>
    say(
      'problem',
      'bundle-too-deep',
      'a mode lies one folder too deep: only folders right below the registry are looked at',
      `${path}/${folder}`,
      `Move it: mv ${path}/${folder} ${path}/${folder.replace(/^.*\//, '')}`,
    ),
  ),
]

/** The core itself says what it will not read; any agent will do, since a gap is one for all. */
const checkVersions = (path: string, bundle: StagedRegistry): ReadonlyArray<Diagnosis> => {
  const posture = postureOf(bundle)('')
  return (posture._tag === 'unresolvable' ? posture.reasons : []).flatMap((reason) =>
    reason._tag === 'version-gap'
      ? [
          say(
            'problem',
            'version-gap',
            `the ${reason.what === 'floor' ? 'plugin floor' : 'schema version'} ${JSON.stringify(reason.needs)} is not what this build supports (${reason.supports}), so every session is told "unresolvable"`,
            `${path}/${reason.directory}`,
            reason.what === 'floor'
              ? `This is the version of the registry format, not of the plugin or the harness: write plugin = "1" below [consumer_floors] in ${path}/${reason.directory}/mode.toml, or update the plugin if another tool wrote it.`
              : `Write schema_version = "1" in ${path}/${reason.directory}/mode.toml if the file is of that format, or use the plugin and the registry of one release.`,
          ),
        ]
      : [],
  )
}
