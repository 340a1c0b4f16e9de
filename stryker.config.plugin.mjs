import { common } from './stryker.config.mjs'

const sources = 'packages/harness-adapter/src'

/** Mutation testing of what the plugin does with a request, and of what it reads and logs: the second half of `npm run mutation`. */
export default {
  ...common,
  vitest: { configFile: 'stryker.config.plugin.vitest.mjs', related: false },
  mutate: [
    `${sources}/{opencode1,opencode2,request,notice,registry,log}/*.ts`,
    `${sources}/registry/format/*.ts`,
    `!${sources}/**/Ports.ts`,
  ],
  tempDirName: '.untracked/stryker-plugin',
  jsonReporter: { fileName: '.untracked/mutation-plugin.json' },
  // What is made when a file is loaded meets every test; the forms of the registry have tests of their own for that.
  ignoreStatic: true,
  thresholds: { high: 95, low: 90, break: 90 },
}
