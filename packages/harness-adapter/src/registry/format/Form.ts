import * as E from 'fp-ts/lib/Either.js'
import { identity, pipe } from 'fp-ts/lib/function.js'
import * as RA from 'fp-ts/lib/ReadonlyArray.js'
import type { ReadonlyNonEmptyArray } from 'fp-ts/lib/ReadonlyNonEmptyArray.js'
import * as t from 'io-ts'
import { fieldOf, isTable, type TomlTable } from './toml.js'

/** A key that may be left out. A walk over a form finds the codec of its value under `type`. */
export interface Optional<A> extends t.Type<A | undefined, unknown> {
  readonly _tag: 'OptionalType'
  readonly type: t.Type<A, unknown>
}

export const optional = <A>(type: t.Type<A, unknown>): Optional<A> =>
  Object.assign(
    new t.Type<A | undefined, unknown>(
      type.name,
      (u): u is A | undefined => u === undefined || type.is(u),
      (u, context) => (u === undefined ? t.success(undefined) : type.validate(u, context)),
      identity,
    ),
    { _tag: 'OptionalType' as const, type },
  )

/** A key of the format that this reader has no use for: whatever stands there is accepted. `type` says what should. */
export interface Unused extends t.Type<unknown> {
  readonly _tag: 'UnusedType'
  readonly type: t.Mixed
}

export const unused = (type: t.Mixed): Unused =>
  Object.assign(new t.Type<unknown>(type.name, t.unknown.is, t.success, identity), {
    _tag: 'UnusedType' as const,
    type,
  })

/** A table with these keys. To io-ts a date would be one too. */
export const tableOf = <P extends t.Props>(props: P, name = 'a table'): t.TypeC<P> => {
  const type = t.type(props, name)
  return new t.InterfaceType(
    name,
    (u): u is t.TypeOf<typeof type> => isTable(u) && type.is(u),
    (u, context) => (isTable(u) ? type.validate(u, context) : t.failure(u, context)),
    type.encode,
    props,
  )
}

/** One place of a table that is not as its form has it. */
export interface Fault {
  /** Where, from the top of the file: `phases[0].gates[1].kind`. */
  readonly path: string
  /** The last step of the path. */
  readonly key: string
  /** What is expected there, such as `a slug`. */
  readonly expected: string
  readonly value: unknown
  /** The table that holds the key, and the keys that its form knows. */
  readonly table: TomlTable
  readonly known: ReadonlyArray<string>
}

/** A table as its form has it, or every place where it is not, in the order of the form. */
export const decodeForm = <A>(form: t.Type<A, unknown>, table: TomlTable): E.Either<ReadonlyNonEmptyArray<Fault>, A> =>
  pipe(
    form.decode(table),
    E.mapLeft((errors) => {
      const faults = errors.map(faultOf)
      return RA.isNonEmpty(faults) ? faults : [nowhere]
    }),
  )

/** The same for whoever wants the faults alone. */
export const faultsIn = (form: t.Mixed, table: TomlTable): ReadonlyArray<Fault> =>
  pipe(
    decodeForm(form, table),
    E.match(identity<ReadonlyArray<Fault>>, () => []),
  )

const nowhere: Fault = { path: '', key: '', expected: 'what it should be', value: undefined, table: {}, known: [] }

const faultOf = ({ context, value }: t.ValidationError): Fault => {
  const last = context.at(-1)
  const parent = context.at(-2)
  return {
    path: context.reduce((path, { key }) => join(path, key), ''),
    key: last?.key ?? '',
    expected: last === undefined ? '' : nameOf(last.type, value),
    value,
    table: isTable(parent?.actual) ? parent.actual : {},
    known: parent?.type instanceof t.InterfaceType ? keysOf(parent.type) : [],
  }
}

/** A refinement says what is expected; what is refused by the type that it refines is told by that type's name. */
const nameOf = (type: t.Decoder<unknown, unknown>, value: unknown): string =>
  type instanceof t.RefinementType &&
  (type.type instanceof t.RefinementType || type.type instanceof t.ArrayType) &&
  value !== undefined &&
  !type.type.is(value)
    ? nameOf(type.type, value)
    : type.name

const join = (path: string, key: string): string =>
  /^\d+$/.test(key) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`

/** A fault as a sentence that names the key and never shows its value. */
export const showFault = ({ path, expected }: Pick<Fault, 'path' | 'expected'>): string =>
  `\`${path}\` is not ${expected}`

/** The keys of a table in its form. */
const keysOf = (form: t.InterfaceType<t.Props>): ReadonlyArray<string> => Object.keys(form.props)

/**
 * The keys that a form does not know, by path. They are tolerated, and a misspelt key has no effect, so doctor names them.
 * Below a dictionary any key may stand.
 */
export const unknownKeys = (form: unknown, value: unknown, path = ''): ReadonlyArray<string> =>
  form instanceof t.InterfaceType
    ? isTable(value)
      ? unknownIn(form, value, path)
      : []
    : form instanceof t.ArrayType
      ? (Array.isArray(value) ? value : []).flatMap((each, place) =>
          unknownKeys(form.type, each, `${path}[${String(place)}]`),
        )
      : hasInner(form)
        ? unknownKeys(form.type, value, path)
        : []

const unknownIn = (form: t.InterfaceType<t.Props>, table: TomlTable, path: string): ReadonlyArray<string> => {
  const start = path === '' ? '' : `${path}.`
  const known = keysOf(form)
  return [
    ...Object.keys(table)
      .filter((key) => !known.includes(key))
      .map((key) => `${start}${key}`),
    ...known.flatMap((key) => unknownKeys(form.props[key], fieldOf(table, key), `${start}${key}`)),
  ]
}

const hasInner = (form: unknown): form is { readonly type: unknown } =>
  form instanceof t.RefinementType ||
  (form instanceof t.Type && '_tag' in form && (form._tag === 'OptionalType' || form._tag === 'UnusedType'))
