import { common } from './stryker.config.mjs'

const sources = 'packages/harness-adapter/src'

/**
 * Mutation testing of what decides, writes, reads and logs in the plugin, apart from the disk: the second part of `npm run mutation`.
 * docs/mutation.md says what is left out, and why.
 */
export default {
  ...common,
  vitest: { configFile: 'stryker.config.plugin.vitest.mjs', related: false },
  mutate: [
    `${sources}/opencode1/{program,Compaction,OpenDecision,SessionState,writeBlock}.ts`,
    `${sources}/opencode2/{program,OpenRequests,findBody,judgeSent,writeBlock}.ts`,
    `${sources}/registry/*.ts`,
    `${sources}/registry/format/*.ts`,
    `${sources}/log/*.ts`,
  ],
  tempDirName: '.untracked/stryker-plugin',
  jsonReporter: { fileName: '.untracked/mutation-plugin.json' },
  // What is made when a file is loaded meets every test; the forms of the registry have tests of their own for that.
  ignoreStatic: true,
  thresholds: { high: 95, low: 90, break: 90 },
}
