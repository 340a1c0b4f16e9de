/** One handler for each variant of a union, by its tag. */
export type Handlers<U extends { readonly _tag: string }, B> = {
  readonly [Tag in U['_tag']]: (variant: Extract<U, { readonly _tag: Tag }>) => B
}

/** The `match` of a tagged union, data last. A variant without a handler does not compile. */
export const matchTag =
  <U extends { readonly _tag: string }>() =>
  <B>(handlers: Handlers<U, B>) =>
  (value: U): B =>
    (handlers[value._tag as U['_tag']] as (variant: U) => B)(value)
