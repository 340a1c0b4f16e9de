/** The import boundaries: core ← harness-adapter ← cli; fixtures ← core; the lab may import all, and nothing shipped imports it but the drivers in `verify`. */
const sources = (name) => `^packages/${name}/src`

module.exports = {
  forbidden: [
    {
      name: 'core-is-pure',
      comment: 'The core knows fp-ts, io-ts and itself.',
      severity: 'error',
      from: { path: sources('core') },
      to: { pathNot: [sources('core'), 'node_modules/(fp-ts|io-ts)/'] },
    },
    {
      name: 'io-ts-at-the-edge',
      comment: 'In the core only schema/ knows io-ts.',
      severity: 'error',
      from: { path: sources('core'), pathNot: '^packages/core/src/schema/' },
      to: { path: 'node_modules/io-ts/' },
    },
    {
      name: 'types-know-no-rule',
      comment:
        'A type, with what is made and told of it, stands on other types only: on no step, no codec and no decision.',
      severity: 'error',
      from: { path: '^packages/core/src/[A-Z]\\w*\\.ts$' },
      to: { path: '^packages/core/src/', pathNot: '^packages/core/src/([A-Z]\\w*|matchTag|eqData)\\.ts$' },
    },
    {
      name: 'steps-know-no-codec',
      comment: 'Data, then verbs, codecs at the edge.',
      severity: 'error',
      from: { path: ['^packages/core/src/step/', '^packages/core/src/decidePosture'] },
      to: { path: '^packages/core/src/schema/' },
    },
    {
      name: 'node-only-in-live',
      comment: 'A room does its I/O in its live/ folder.',
      severity: 'error',
      from: { path: [sources('harness-adapter'), sources('cli')], pathNot: ['/live/', '^packages/cli/src/cli\\.ts$'] },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'live-only-from-the-entry',
      comment: 'Pure code gets its ports handed in; only the entry picks the live ones.',
      severity: 'error',
      from: {
        path: sources('harness-adapter'),
        pathNot: ['/live/', '^packages/harness-adapter/src/(index|server|library)\\.ts$'],
      },
      to: { path: '^packages/harness-adapter/src/.*/live/' },
    },
    {
      name: 'shells-know-one-generation',
      comment: 'Each shell knows one generation of the harness; everything else knows none.',
      severity: 'error',
      from: {
        path: sources('harness-adapter'),
        pathNot: [
          '^packages/harness-adapter/src/opencode[12]/',
          '^packages/harness-adapter/src/(index|server|library)\\.ts$',
        ],
      },
      to: { path: '^packages/harness-adapter/src/opencode[12]/' },
    },
    {
      name: 'shells-are-strangers',
      comment: 'The shells of two generations share nothing but what both stand on.',
      severity: 'error',
      from: { path: '^packages/harness-adapter/src/(opencode[12])/' },
      to: { path: '^packages/harness-adapter/src/opencode[12]/', pathNot: '^packages/harness-adapter/src/$1/' },
    },
    {
      name: 'nothing-shipped-knows-the-lab',
      comment: 'No package that is shipped imports the fixtures or the lab; `verify` has a rule of its own.',
      severity: 'error',
      from: { path: '^packages/(core|harness-adapter|cli)/src', pathNot: '^packages/cli/src/verify/' },
      to: { path: '^packages/(fixtures|lab)/' },
    },
    {
      name: 'verify-knows-the-drivers-only',
      comment:
        '`active-mode verify` bundles the drivers of the harness, one folder a generation, and nothing else of the lab.',
      severity: 'error',
      from: { path: '^packages/cli/src/verify/' },
      to: { path: '^packages/(fixtures|lab)/', pathNot: '^packages/lab/src/harness2?/' },
    },
    {
      name: 'fixtures-know-the-core-only',
      comment: 'What tests stand on must not stand on what they test; the core alone is taken for its types.',
      severity: 'error',
      from: { path: sources('fixtures') },
      to: { path: '^packages/(harness-adapter|cli|lab)/' },
    },
    {
      name: 'no-way-back',
      comment: 'The adapter knows nothing of the tool.',
      severity: 'error',
      from: { path: sources('harness-adapter') },
      to: { path: '^packages/cli/' },
    },
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'nothing-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'nothing-undeclared',
      comment: "A package that is imported stands in the importer's package.json.",
      severity: 'error',
      from: { path: '^packages/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      conditionNames: ['@active-mode/source', 'import', 'default'],
      exportsFields: ['exports'],
    },
  },
}
