/** Any home folder, with the name of the person whose it is. */
const anyHome = /(?:\/(?:home|Users)\/[^/\s"'`:;,)]+|[A-Za-z]:\\Users\\[^\\/\s"']+|\/root(?![\w.-]))/g

/** Replaces this user's home folder, and any other path that looks like one, by `~`, so that a shared report contains no user names. */
export const hideHomes = (home: string | null): ((text: string) => string) => {
  const own =
    home === null || home.length < 2
      ? null
      : new RegExp(`${home.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\/+$/, '')}(?![\\w.-])`, 'g')
  return (text) => (own === null ? text : text.replace(own, '~')).replace(anyHome, '~')
}

/** Applies a change to every text of a value of plain data, however deep it lies; keys stay. */
export const mapText = <A>(value: A, change: (text: string) => string): A => {
  const go = (u: unknown): unknown => {
    if (typeof u === 'string') return change(u)
    if (Array.isArray(u)) return u.map(go)
    if (typeof u === 'object' && u !== null)
      return Object.fromEntries(Object.entries(u).map(([key, each]) => [key, go(each)]))
    return u
  }
  return go(value) as A
}
