import type { ToolDefinition } from '../../tool/tool-definition.js';
import { GREP_MODES, MAX_CONTEXT_LINES, MAX_OFFSET } from './grep-request.js';

/** What the model is told about `grep`. */
export const GREP_DEFINITION: ToolDefinition = {
  name: 'grep',
  description:
    'Searches the text of files for a regular expression and returns {file, line, text} per matching line, ' +
    'sorted by path and line. Use it to find where something is; use glob to find files by name and read_file to read one. ' +
    'Hidden files are searched; files ignored by .gitignore, version control folders and node_modules are not, unless path names them. ' +
    'Lines end at LF or CRLF; long lines are cut around the match and marked with …. ' +
    'The expression syntax has no look-around and no back references. ' +
    'truncated tells that there is more; warnings name files that could not be searched.',
  parameters: {
    type: 'object',
    properties: {
      pattern: {
        type: 'string',
        minLength: 1,
        description: 'Regular expression, taken as it is, blanks included. Plain text with literal set to true.',
      },
      path: {
        type: 'string',
        description: 'Folder or single file to search, relative to the workspace. Never a pattern.',
        default: '.',
      },
      include: {
        type: 'string',
        description:
          'Glob that limits the files, such as "*.{ts,tsx}" (file name, at any depth) or "src/**/*.ts" (path, when it contains a slash).',
      },
      caseInsensitive: { type: 'boolean', description: 'Ignore upper and lower case.', default: false },
      literal: { type: 'boolean', description: 'Search for the pattern as plain text.', default: false },
      multiline: {
        type: 'boolean',
        description: 'Let a match run over several lines; the dot matches line ends too.',
        default: false,
      },
      context: {
        type: 'integer',
        minimum: 0,
        maximum: MAX_CONTEXT_LINES,
        description: 'Lines to show before and after each match.',
        default: 0,
      },
      outputMode: {
        type: 'string',
        enum: GREP_MODES,
        description: 'content: matching lines. files: only the files that match. count: matching lines per file.',
        default: 'content',
      },
      maxResults: { type: 'integer', minimum: 1, maximum: 1000, description: 'Most results to return.', default: 100 },
      offset: {
        type: 'integer',
        minimum: 0,
        maximum: MAX_OFFSET,
        description: 'Results to leave out at the start, to read on after a truncated answer.',
        default: 0,
      },
    },
    required: ['pattern'],
    additionalProperties: false,
  },
  annotations: { title: 'Search in files', readOnlyHint: true },
};
