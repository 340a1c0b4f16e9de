/** How often the tests try a law. `LAWS_RUNS` and `LAWS_SEED` replace the numbers, to go further or to go back. */
export const lawRuns = Number(process.env['LAWS_RUNS'] ?? 1000)

/** The seed of this run: a new one each time, so that the tests see more than they have seen. */
export const lawSeed = Number(process.env['LAWS_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
