import type { Codec } from '@active-mode/core/schema'
import { shapeOf } from '@active-mode/core/schema'

/** Values of a codec in which every variant, at every depth, occurs at least once. No list is empty and nothing is `null`. */
export const samplesOf = <A>(codec: Codec<A>): ReadonlyArray<A> => samples(codec) as ReadonlyArray<A>

const samples = (codec: Parameters<typeof shapeOf>[0]): ReadonlyArray<unknown> => {
  const shape = shapeOf(codec)
  switch (shape._tag) {
    case 'text':
      return ['x']
    case 'truth':
      return [true]
    case 'number':
    case 'milliseconds':
      return [0.25]
    case 'integer':
      return [7]
    case 'words':
      return shape.words.slice(0, 1)
    case 'list':
      return [samples(shape.item)]
    case 'dictionary':
      return [{ x: samples(shape.value)[0] }]
    case 'choice':
      return shape.members.flatMap(samples)
    case 'nullable':
      return samples(shape.value)
    case 'by-key':
      return [...samples(shape.absent), ...samples(shape.present)]
    case 'fields': {
      const columns = shape.fields.map(({ key, value }) => [key, samples(value)] as const)
      const most = Math.max(1, ...columns.map(([, values]) => values.length))
      // Where one field has more samples than another, those of the other come again.
      return Array.from({ length: most }, (_, row) =>
        Object.fromEntries(columns.map(([key, values]) => [key, values[row % values.length]])),
      )
    }
    case 'anything':
      return [null]
  }
}
