const lib = '^libs/tool-router/src/';

/** What each folder of the library may import, beside itself. */
const table = {
  tool: [],
  text: [],
  errors: ['tool'],
  context: ['tool', 'errors'],
  trace: ['tool', 'errors', 'context'],
  schema: ['tool', 'errors', 'text'],
  discovery: ['tool', 'errors', 'text', 'schema', 'context', 'trace'],
  'built-in': ['tool', 'errors', 'text', 'schema', 'context', 'trace'],
  mcp: ['tool', 'errors', 'text', 'schema', 'context', 'trace'],
  sources: ['tool', 'discovery', 'mcp', 'built-in'],
  router: ['tool', 'errors', 'text', 'context', 'trace'],
  testing: [],
};

const folderRules = Object.entries(table).map(([folder, allowed]) => ({
  name: `imports-of-${folder}`,
  comment: `${folder} may import ${allowed.join(', ') || 'nothing'} of the library`,
  severity: 'error',
  // Tests may stand on real neighbours.
  from: { path: `${lib}${folder}/`, pathNot: '\\.spec\\.ts$' },
  to: { path: lib, pathNot: [folder, ...allowed].map((name) => `${lib}${name}/`) },
}));

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    ...folderRules,
    {
      name: 'through-the-index',
      comment: 'everything outside the library imports the package, not its files',
      severity: 'error',
      from: { path: '^(apps|src|test|benchmarks)/' },
      to: { path: lib, pathNot: `${lib}(index|testing|health)\\.ts$` },
    },
    {
      name: 'lib-not-to-app',
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: '^(apps|src|test|benchmarks)/' },
    },
    {
      name: 'no-undeclared-package',
      severity: 'error',
      from: { path: '^(libs|apps|src)/', pathNot: '(\\.spec\\.ts$|/fixtures/)' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
