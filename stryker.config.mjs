/** Mutation testing of the core and of what writes the block: `npm run mutation`. What survives is argued in docs/mutation.md. */
export const common = {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  ignorePatterns: ['.*/**', '**/dist/**', 'coverage/**', 'packages/fixtures/availability/**'],
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // Only what never ends is a timeout, however busy the machine is.
  timeoutMS: 30_000,
  reporters: ['clear-text', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
}

export default {
  ...common,
  vitest: { configFile: 'stryker.config.vitest.mjs', related: false },
  mutate: [
    'packages/core/src/**/*.ts',
    // They have a part of their own, stryker.config.loaded.mjs.
    '!packages/core/src/schema/**',
    'packages/harness-adapter/src/block/**/*.ts',
    'packages/harness-adapter/src/show/**/*.ts',
  ],
  tempDirName: '.untracked/stryker',
  jsonReporter: { fileName: '.untracked/mutation.json' },
  // What is made when a file is loaded meets every test, and needs every file loaded anew.
  ignoreStatic: true,
  thresholds: { high: 98, low: 95, break: 95 },
}
