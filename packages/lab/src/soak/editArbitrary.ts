import fc from 'fast-check'

/** Any edit of the registry; every third is its repair. */
export const editArbitrary = fc.record({
  kind: fc.constant('edit' as const),
  edit: fc.constantFrom(
    'remove-pack' as const,
    'break-card' as const,
    'raise-floor' as const,
    'tear' as const,
    'foreign-bundle' as const,
    'draft' as const,
    'mend' as const,
    'mend' as const,
    'mend' as const,
  ),
  mode: fc.constantFrom('ship', 'explore', 'haul'),
})
