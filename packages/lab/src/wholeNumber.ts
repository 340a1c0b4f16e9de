/** A whole number given on the command line; anything else ends the program with a sentence and exit code 2. */
export const wholeNumber = (option: string, text: string): number => {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  console.error(`${option}: expected a whole number, got ${JSON.stringify(text)}`)
  process.exit(2)
}
