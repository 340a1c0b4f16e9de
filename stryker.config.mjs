/** Mutation testing: `npm run mutation`. What survives is argued in docs/mutation.md. */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'stryker.config.vitest.mjs', related: false },
  mutate: [
    'packages/core/src/**/*.ts',
    'packages/harness-adapter/src/render/**/*.ts',
  ],
  ignorePatterns: ['.*/**', '**/dist/**', 'coverage/**', 'packages/fixtures/availability/**'],
  tempDirName: '.untracked/stryker',
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // Only what never ends is a timeout, however busy the machine is.
  timeoutMS: 30_000,
  reporters: ['clear-text', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: '.untracked/mutation.json' },
  thresholds: { high: 98, low: 95, break: 95 },
}
