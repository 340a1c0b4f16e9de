/**
 * Whether a value names a file right inside its bundle (design 4): no separator, no way up, no absolute path. A dot
 * entry is none either: the digest does not cover those, so a stamp could not vouch for it.
 */
export const isPlainFileName = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 255 && /^[^./\\\p{Cc}\p{Cs}][^/\\\p{Cc}\p{Cs}]*$/u.test(value)
