import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as RA from 'fp-ts/lib/ReadonlyArray.js'
import type { Gate, Handoff, Pack, Phase } from '@active-mode/core'
import type { TextFailure } from './decodeText.js'
import { fieldOf, isTable, type TomlTable } from './TomlTable.js'

type Decoded<A> = E.Either<TextFailure, A>

const invalid = (path: string, expected: string): Decoded<never> =>
  E.left({ why: 'invalid', detail: `\`${path}\` is not ${expected}` })

/**
 * A pack as the registry format has it. A pack without phases says nothing (`empty`); a phase without gates is one whose
 * gates were misspelt or lost, and a director must not read it as a phase that nothing holds back.
 */
export const decodePack = (table: TomlTable): Decoded<Pack> =>
  pipe(
    E.Do,
    E.bind('closingArtifact', () => closingArtifactOf(fieldOf(table, 'closing_artifact'))),
    E.bind('phases', () => tables('phases', fieldOf(table, 'phases'), decodePhase)),
    E.bind('handoffs', () => tables('handoffs', fieldOf(table, 'handoffs'), decodeHandoff)),
    E.flatMap(({ closingArtifact, phases, handoffs }) =>
      RA.isNonEmpty(phases)
        ? E.right({ closingArtifact, phases, handoffs })
        : E.left<TextFailure>({ why: 'empty', detail: 'the pack has no phases' }),
    ),
  )

const closingArtifactOf = (value: unknown): Decoded<string | null> =>
  value === undefined
    ? E.right(null)
    : typeof value === 'string'
      ? E.right(value.trim() === '' ? null : value)
      : invalid('closing_artifact', 'a string')

const decodePhase = (path: string, table: TomlTable): Decoded<Phase> =>
  pipe(
    E.Do,
    E.bind('name', () => text(`${path}.name`, fieldOf(table, 'name'))),
    E.bind('roles', () => texts(`${path}.roles`, fieldOf(table, 'roles') ?? [])),
    E.bind('gates', () => tables(`${path}.gates`, fieldOf(table, 'gates'), decodeGate)),
    E.flatMap((phase) =>
      phase.gates.length === 0 ? invalid(`${path}.gates`, 'an array of at least one gate') : E.right(phase),
    ),
  )

const decodeGate = (path: string, table: TomlTable): Decoded<Gate> =>
  pipe(
    E.Do,
    E.bind('name', () => text(`${path}.name`, fieldOf(table, 'name'))),
    E.bind('kind', () => text(`${path}.kind`, fieldOf(table, 'kind'))),
    E.bind('owner', () => text(`${path}.owner`, fieldOf(table, 'owner'))),
  )

const decodeHandoff = (path: string, table: TomlTable): Decoded<Handoff> =>
  pipe(
    E.Do,
    E.bind('kind', () => text(`${path}.kind`, fieldOf(table, 'kind'))),
    E.bind('target', () => text(`${path}.target`, fieldOf(table, 'target'))),
  )

const text = (path: string, value: unknown): Decoded<string> =>
  typeof value === 'string' && value.trim() !== '' ? E.right(value) : invalid(path, 'a non-empty string')

const texts = (path: string, value: unknown): Decoded<ReadonlyArray<string>> =>
  Array.isArray(value)
    ? pipe(
        value,
        E.traverseReadonlyArrayWithIndex((place, each: unknown) => text(`${path}[${String(place)}]`, each)),
      )
    : invalid(path, 'an array of strings')

const tables = <A>(
  path: string,
  value: unknown,
  decode: (path: string, table: TomlTable) => Decoded<A>,
): Decoded<ReadonlyArray<A>> =>
  value === undefined
    ? E.right(RA.empty)
    : Array.isArray(value)
      ? pipe(
          value,
          E.traverseReadonlyArrayWithIndex((place, each: unknown) =>
            isTable(each) ? decode(`${path}[${String(place)}]`, each) : invalid(`${path}[${String(place)}]`, 'a table'),
          ),
        )
      : invalid(path, 'an array of tables')
