import { tests } from './stryker.config.vitest.mjs'

/** The tests of the first part, each file with the sources loaded anew: a mutant in what is made by loading them is in force from then on. */
export default tests
