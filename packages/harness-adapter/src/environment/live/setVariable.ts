/** A variable of the environment; an empty one is not set. */
export const setVariable = (env: Readonly<Record<string, string | undefined>>, name: string): string | undefined =>
  env[name] === '' ? undefined : env[name]
