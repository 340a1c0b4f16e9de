/** The import boundaries: core ← harness-adapter, core ← audit; fixtures serve tests, benches and the demo only. */
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
      comment: 'In the core only codec/ knows io-ts.',
      severity: 'error',
      from: { path: sources('core'), pathNot: '^packages/core/src/codec/' },
      to: { path: 'node_modules/io-ts/' },
    },
    {
      name: 'model-is-data',
      comment: 'model/ imports model/ only.',
      severity: 'error',
      from: { path: '^packages/core/src/model/' },
      to: { pathNot: ['^packages/core/src/model/', 'node_modules/fp-ts/'] },
    },
    {
      name: 'steps-know-no-codec',
      comment: 'Data, then verbs, codecs at the edge.',
      severity: 'error',
      from: { path: ['^packages/core/src/step/', '^packages/core/src/decidePosture'] },
      to: { path: '^packages/core/src/codec/' },
    },
    {
      name: 'node-only-in-live',
      comment: 'In the adapter only live/ does I/O.',
      severity: 'error',
      from: { path: sources('harness-adapter'), pathNot: '^packages/harness-adapter/src/live/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'live-only-from-the-entry',
      comment: 'Pure code gets its ports handed in; only the entry picks the live ones.',
      severity: 'error',
      from: {
        path: sources('harness-adapter'),
        pathNot: ['^packages/harness-adapter/src/live/', '^packages/harness-adapter/src/(index|server|library)\\.ts$'],
      },
      to: { path: '^packages/harness-adapter/src/live/' },
    },
    {
      name: 'fixtures-serve-tests-only',
      comment: 'No package that is shipped imports the fixtures.',
      severity: 'error',
      from: { path: '^packages/(core|harness-adapter|audit)/src' },
      to: { path: '^packages/fixtures/' },
    },
    {
      name: 'fixtures-know-the-core-only',
      comment: 'What tests stand on must not stand on what they test; the core alone is taken for its types.',
      severity: 'error',
      from: { path: sources('fixtures') },
      to: { path: '^packages/(harness-adapter|audit)/' },
    },
    {
      name: 'audit-reads-in-live-only',
      comment: 'What the audit tool finds and how it shows it is pure; commands and live/ do the I/O.',
      severity: 'error',
      from: { path: '^packages/audit/src/(model|step|doctor|report|codec)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'audit-model-is-data',
      comment: 'model/ imports model/ only, in the audit tool too.',
      severity: 'error',
      from: { path: '^packages/audit/src/model/' },
      to: { path: sources('audit'), pathNot: '^packages/audit/src/model/' },
    },
    {
      name: 'audit-imports-downwards',
      comment: 'Data, then verbs; codecs, findings and reports stand on both, and know neither live/ nor each other.',
      severity: 'error',
      from: { path: '^packages/audit/src/(step|codec|doctor|report)/' },
      to: { path: sources('audit'), pathNot: '^packages/audit/src/(model|step|$1)/' },
    },
    {
      name: 'no-way-back',
      comment: 'The adapter knows nothing of the audit tool.',
      severity: 'error',
      from: { path: sources('harness-adapter') },
      to: { path: '^packages/audit/' },
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
