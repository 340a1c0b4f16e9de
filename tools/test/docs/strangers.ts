/**
 * The lines of a text that have a package manager fetch one of our names from a registry. Nothing of this project is on one, so that would
 * run the program of a stranger. A line that says "once published" may.
 */
export const strangersIn = (text: string): ReadonlyArray<string> =>
  text
    .split('\n')
    .filter((line) => !/once published/i.test(line) && commands.some((command) => command.test(withoutCondition(line))))

/** The name of our export condition is no name of a package. */
const withoutCondition = (line: string): string => line.replaceAll('--conditions=@active-mode/source', '')

/** A name, and not a path, a file, or the longer name of a tarball. */
const name = String.raw`(?<![\w./@-])(?:@active-mode/[\w-]+|active-mode)(?![\w./-])`

const commands = [
  String.raw`\b(?:npx|bunx|pnpx)\b[^\x60|;]*${name}`,
  String.raw`\b(?:pnpm|yarn) dlx\b[^\x60|;]*${name}`,
  String.raw`\bnpm (?:install|i|exec|x|add)\b[^\x60|;]*${name}`,
  String.raw`\b(?:pnpm|yarn|bun) add\b[^\x60|;]*${name}`,
].map((pattern) => new RegExp(pattern))
