import firstPart from './stryker.config.mjs'

/** Mutation testing of the codecs, which are made when their files are loaded: the third part of `npm run mutation`. */
export default {
  ...firstPart,
  vitest: { configFile: 'stryker.config.loaded.vitest.mjs', related: false },
  mutate: ['packages/core/src/schema/**/*.ts'],
  tempDirName: '.untracked/stryker-loaded',
  jsonReporter: { fileName: '.untracked/mutation-loaded.json' },
  ignoreStatic: false,
}
