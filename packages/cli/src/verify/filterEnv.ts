/** The variables of a process. */
export type Variables = Readonly<Record<string, string | undefined>>

/** Words that make the name of a variable, or of a key of a config, one of a secret. */
const secretWord =
  /(?:^|[_-])(?:(?:api|access|private|signing|encryption)[_-]?key|key|tokens?|secrets?|passw(?:or)?d|passphrase|credentials?|auth|authorization|bearer|cookies?|pat|dsn)(?:$|[_-])/i

/** A camel-cased name in words. */
const inWords = (name: string): string => name.replace(/([a-z\d])([A-Z])/g, '$1_$2')

/** Whether a name is that of a secret: `OPENAI_API_KEY`, `apiKey`, `authorization`. */
export const isSecretName = (name: string): boolean => secretWord.test(inWords(name))

/** Whether a text looks like a key of a known kind, or is an address with a password in it. */
export const isSecretText = (text: string): boolean =>
  /^(?:Bearer |Basic )|(?:^|[^\w])(?:sk|pk|rk)-[\w-]{16,}|\bgh[pousr]_\w{20,}|\bgithub_pat_\w{20,}|\bxox[abprs]-[\w-]{10,}|\bAKIA[A-Z\d]{16}\b|\bglpat-[\w-]{16,}|\beyJ[\w-]{10,}\.[\w-]{10,}\.|-----BEGIN [A-Z ]*PRIVATE KEY-----|:\/\/[^/\s:@]+:[^/\s@]+@/.test(
    text,
  )

/** Set anew for the copy, or without a use there: proxies would carry what is meant for the loopback elsewhere. */
const notHandedOn =
  /^(?:https?_proxy|all_proxy|no_proxy|ftp_proxy|home|userprofile|tmpdir|temp|tmp|xdg_.*|opencode_(?:db|config|config_dir|config_content|server_.*|port|client)|opencode_test_.*|node_options|npm_.*|bun_.*)$/i

/** The variables that the copy of the harness is started with: those of the person but for secrets and what is set anew. */
export const filterEnv = (env: Variables): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value === undefined || notHandedOn.test(name) || isSecretName(name) || isSecretText(value)
        ? []
        : [[name, value] as const],
    ),
  )
