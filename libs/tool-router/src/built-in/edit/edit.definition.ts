import type { ToolDefinition } from '../../tool/tool-definition.js';

export const EDIT_DEFINITION: ToolDefinition = {
  name: 'edit',
  description:
    'Replaces one exact piece of text in a file and leaves every other byte as it is. old_string must occur exactly once (add lines around it until it does), unless replaceAll is true. ' +
    'Matching is literal: case, tabs and blanks count, no regular expressions, nothing is approximated. Line endings need no care: LF matches CRLF, and new_string gets the style of the place. ' +
    'Copy old_string from read_file. The answer has replacements, firstLine and a snippet of the result with line numbers. Files up to 10 MB, UTF-8 only. ' +
    'For a new file or a whole rewrite use write_file; for several changes or files in one step apply_patch.',
  parameters: {
    type: 'object',
    properties: {
      path: { type: 'string', minLength: 1, description: 'Existing file inside the workspace, relative to its root.' },
      old_string: {
        type: 'string',
        minLength: 1,
        description: 'The text to replace, exactly as it is in the file; may span lines.',
      },
      new_string: { type: 'string', description: 'The text to put there, literally; empty deletes.' },
      replaceAll: { type: 'boolean', default: false, description: 'Replace every occurrence.' },
    },
    required: ['path', 'old_string', 'new_string'],
    additionalProperties: false,
  },
  annotations: {
    title: 'Edit file',
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: false,
  },
};
