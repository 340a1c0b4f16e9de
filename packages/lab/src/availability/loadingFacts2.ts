import { type Evidence, fact, type Facts } from './Facts.js'
import type { Observation2 } from './Observation2.js'

/** How the forms of a plugin fared, and what `setup` is handed. */
export const loadingFacts2 = ({ marks, events }: Observation2, version: string): Facts => {
  const ran = events.flatMap((event) => (event.event === 'form' ? [event] : []))
  const setup = events.find((event) => event.event === 'setup')
  const listed = (name: string): string => marks.plugins?.[name] ?? 'not-listed'
  const runs = (name: string): boolean => ran.some(({ form }) => form === name)
  const fared = (name: string): string => (runs(name) && listed(name) === 'active' ? 'loads' : listed(name))
  const faredOf = (...names: ReadonlyArray<string>): Evidence =>
    Object.fromEntries(names.map((name) => [name, fared(name)]))
  const established = <A>(claim: A): A | null => (marks.plugins === null ? null : claim)
  const optionsOf = (name: string): Evidence => {
    const options = ran.find(({ form }) => form === name)?.options as { readonly given?: unknown } | null | undefined
    return options?.given === 'option'
  }
  return [
    fact(
      'config-folder-loads',
      established(['folder-path', 'folder-url', 'folder-with-options'].every((name) => fared(name) === 'loads')),
      faredOf('folder-path', 'folder-url', 'folder-with-options', 'folder-index', 'folder-main-only'),
    ),
    fact(
      'first-generation-config-loads-folders',
      established(['first-generation-entry', 'first-generation-tuple'].every((name) => fared(name) === 'loads')),
      faredOf('first-generation-entry', 'first-generation-tuple'),
    ),
    fact(
      'options-reach-setup',
      established(optionsOf('folder-with-options') === true && optionsOf('first-generation-tuple') === true),
      {
        'folder-with-options': optionsOf('folder-with-options'),
        'first-generation-tuple': optionsOf('first-generation-tuple'),
      },
    ),
    fact(
      'dual-object-loads',
      established(fared('dual-object') === 'loads'),
      faredOf('dual-object', 'named-exports-beside'),
    ),
    fact(
      'drop-in-file-loads',
      established(['plugin-js', 'plugins-js', 'global-plugin-js'].every((name) => fared(name) === 'loads')),
      faredOf('plugin-js', 'plugins-js', 'plugins-ts', 'plugin-mjs', 'global-plugin-js'),
    ),
    fact(
      'config-file-is-left-out',
      established(['file-path', 'file-url'].every((name) => !runs(name) && listed(name) === 'not-listed')),
      faredOf('file-path', 'file-url'),
    ),
    fact(
      'first-generation-function-is-refused',
      established(
        ['first-generation-function', 'function-with-setup'].every((name) => !runs(name) && listed(name) === 'failed'),
      ),
      faredOf('first-generation-function', 'function-with-setup', 'no-id'),
    ),
    fact(
      'equal-id-first-wins',
      established(fared('equal-id-first') === 'loads' && !runs('equal-id-second')),
      faredOf('equal-id-first', 'equal-id-second'),
    ),
    fact(
      'throwing-setup-is-listed-as-failed',
      established(runs('throwing-setup') && listed('throwing-setup') === 'failed'),
      faredOf('throwing-setup'),
    ),
    fact(
      'unknown-hook-is-accepted-in-silence',
      setup === undefined ? null : setup.unknownHook === 'accepted',
      setup?.unknownHook ?? 'setup was not called',
    ),
    fact('ctx-names-the-harness-version', setup === undefined ? null : setup.version === version, 'ctx.app.version'),
    fact(
      'ctx-has-no-log',
      setup === undefined
        ? null
        : !setup.keys.some((key) => ['log', 'logger', 'toast', 'tui', 'notify', 'client'].includes(key)),
      setup === undefined ? 'setup was not called' : setup.keys,
    ),
  ]
}
