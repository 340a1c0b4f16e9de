import type { Codec } from '@active-mode/core/schema'
import { shapeOf } from '@active-mode/core/schema'

/**
 * What belongs at each place of a value, by the path of the place, in the words of the errors: the names of the codecs. A
 * question mark at the end says that `null` may stand there, too, and two that the place may be missing, which reads as `null`.
 */
export type Places = Readonly<Record<string, string>>

type AnyCodec = Parameters<typeof shapeOf>[0]

export const placesOf = <A>(codec: Codec<A>, value: A): Places => Object.fromEntries(walk(codec, codec.name, '', value))

const walk = (
  codec: AnyCodec,
  name: string,
  path: string,
  value: unknown,
): ReadonlyArray<readonly [string, string]> => {
  const shape = shapeOf(codec)
  switch (shape._tag) {
    case 'nullable': {
      const [[, bare] = [path, ''], ...below] = walk(shape.value, shape.value.name, path, value)
      return [[path, `${bare}?`], ...below]
    }
    case 'list':
      return [
        [path, name],
        ...(value as ReadonlyArray<unknown>).flatMap((item, index) =>
          walk(shape.item, shape.item.name, `${path}[${String(index)}]`, item),
        ),
      ]
    case 'choice': {
      const member = shape.members.find((one) => one.is(value))
      const below = member === undefined ? [] : walk(member, name, path, value)
      // A tag speaks for the union that it chooses from.
      return below.map(([place, expected]) => [place, place === join(path, '_tag') ? name : expected])
    }
    case 'by-key':
      return walk(shape.key in (value as object) ? shape.present : shape.absent, name, path, value)
    case 'fields':
      return [
        [path, name],
        ...shape.fields.flatMap(({ key, value: field, isOptional }) =>
          walk(field, field.name, join(path, key), (value as Readonly<Record<string, unknown>>)[key]).map(
            ([place, expected]) =>
              [place, isOptional && place === join(path, key) ? `${expected}?` : expected] as const,
          ),
        ),
      ]
    case 'text':
    case 'truth':
    case 'number':
    case 'integer':
    case 'milliseconds':
    case 'words':
    case 'dictionary':
    case 'anything':
      return [[path, name]]
  }
}

const join = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`)
