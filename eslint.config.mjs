import functional from 'eslint-plugin-functional'
import importOrder from 'eslint-plugin-simple-import-sort'
import tseslint from 'typescript-eslint'

const fpImports = {
  regex: '^(fp-ts$|(fp-ts|io-ts)/(?!lib/.+\\.js$))',
  message: 'Import fp-ts/lib/<Module>.js: the other forms do not load in plain Node.',
}

/** What is not the same for the same arguments, or changes what it is given, or comes later. */
const impureGlobals = [
  ...[
    'Date',
    'performance',
    'crypto',
    'Intl',
    'console',
    'process',
    'globalThis',
    'fetch',
    'eval',
    'Function',
    'Reflect',
  ],
  ...[
    'WeakMap',
    'WeakSet',
    'WeakRef',
    'FinalizationRegistry',
    'Atomics',
    'Promise',
    'setTimeout',
    'setInterval',
    'setImmediate',
    'queueMicrotask',
  ],
]

/** The same, where a name alone does not tell it. */
const impureSyntax = [
  {
    selector: ":not(MemberExpression) > Identifier[name='Math']",
    message: 'Math under another name hides Math.random.',
  },
  { selector: "MemberExpression[object.name='Math'][computed=true]", message: 'A computed name hides Math.random.' },
  { selector: 'MemberExpression[property.name="prototype"]', message: 'A borrowed method hides mutation.' },
  {
    selector: 'CallExpression[callee.property.name=/^(fill|copyWithin|next|return)$/]',
    message: 'It changes what it is called on.',
  },
  {
    selector:
      'Literal[regex.flags=/[gy]/]:not(CallExpression[callee.property.name=/^(replace|replaceAll|match|matchAll|split)$/] > Literal)',
    message: 'Such a pattern remembers where it was.',
  },
  { selector: ':function[generator=true]', message: 'A generator remembers where it was.' },
  { selector: ':function[async=true]', message: 'The core has no effects, so nothing comes later.' },
  { selector: 'NewExpression[callee.name=/Error$/]', message: 'Errors are values; an Error holds a stack.' },
]

/** What depends on the language of the machine. */
const localised = ['localeCompare', 'toLocaleString', 'toLocaleUpperCase', 'toLocaleLowerCase']

export default tseslint.config(
  { ignores: ['**/dist/', '**/node_modules/', 'packages/fixtures/registries/', 'coverage/', '.untracked/'] },
  ...tseslint.configs.strict,
  {
    // What needs types is checked by oxlint, which has them sooner; here only the rules of the core do.
    files: ['**/*.ts'],
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-invalid-void-type': 'off',
      '@typescript-eslint/array-type': ['error', { default: 'array', readonly: 'generic' }],
      'no-restricted-imports': ['error', { patterns: [fpImports] }],
    },
  },
  {
    // One order of imports: Node, other packages, this project from far to near. No blank lines between them.
    plugins: { 'import-order': importOrder },
    rules: {
      'import-order/imports': [
        'error',
        { groups: [['^node:', '^[a-z]', '^@(?!active-mode/)', '^@active-mode/', '^\\.\\.', '^\\.']] },
      ],
      'import-order/exports': 'error',
    },
  },
  {
    // The core is pure: no clock, no chance, no globals, no mutation, no throw, no class, no loop.
    files: ['packages/core/src/**/*.ts'],
    languageOptions: { parserOptions: { projectService: true } },
    plugins: { functional },
    rules: {
      'functional/no-let': 'error',
      'functional/immutable-data': ['error', { ignoreImmediateMutation: true }],
      'functional/no-loop-statements': 'error',
      'functional/no-throw-statements': 'error',
      'functional/no-try-statements': 'error',
      'functional/no-classes': 'error',
      'functional/no-this-expressions': 'error',
      'functional/no-expression-statements': 'error',
      'functional/no-return-void': 'error',
      'no-restricted-globals': ['error', ...impureGlobals],
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random' },
        ...localised.map((property) => ({ property, message: 'It differs from machine to machine.' })),
      ],
      'no-restricted-syntax': ['error', ...impureSyntax],
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            fpImports,
            { regex: '^node:', message: 'The core does no I/O.' },
            {
              regex: '^fp-ts/lib/(.*IO|.*Task|.*State|Console|Date|Random)',
              caseSensitive: true,
              message: 'The core has no effects.',
            },
            { regex: '^@active-mode/', message: 'The core depends on no other package of this project.' },
          ],
        },
      ],
    },
  },
  {
    files: ['**/*.test.ts', 'packages/{fixtures,lab}/**/*.ts', 'tools/**/*.ts'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
)
