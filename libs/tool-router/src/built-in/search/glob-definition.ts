import type { ToolDefinition } from '../../tool/tool-definition.js';

/** What the model is told about `glob`. */
export const GLOB_DEFINITION: ToolDefinition = {
  name: 'glob',
  description:
    'Finds files by the pattern of their path and returns paths relative to the workspace, the most recently changed first. ' +
    'Files only, no folders, no links. Use it to find files by name; use grep to search their text. ' +
    'Syntax: * and ? within a name, ** for any number of folders (also none), [a-z], {a,b}, backslash to escape; case counts. ' +
    'A pattern without a slash looks into the base folder only: use **/*.ts to look everywhere. ' +
    'Files whose name begins with a dot are found. Version control folders and node_modules are left out unless the pattern names them; ' +
    'so is what .gitignore ignores, counted in ignored. truncated tells that there are more files.',
  parameters: {
    type: 'object',
    properties: {
      pattern: { type: 'string', minLength: 1, description: 'Glob, taken as it is, such as "src/**/*.{ts,tsx}".' },
      path: {
        type: 'string',
        description: 'Folder that the pattern starts in, relative to the workspace. Never a pattern itself.',
        default: '.',
      },
      maxResults: { type: 'integer', minimum: 1, maximum: 1000, description: 'Most files to return.', default: 100 },
    },
    required: ['pattern'],
    additionalProperties: false,
  },
  annotations: { title: 'Find files', readOnlyHint: true },
};
