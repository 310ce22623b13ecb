import type { ToolDefinition } from '../../tool/tool-definition.js';

/** Characters that one call returns at most, whatever it asks for (unless the host's default is higher). */
export const MAX_READ_CHARS = 50_000;

export const READ_FILE_DEFINITION: ToolDefinition = {
  name: 'read_file',
  description:
    'Reads text from one file and returns it exactly (line endings shown as LF, no line numbers added), so parts of the answer can be pasted into edit. ' +
    'Without a range it starts at line 1. An answer holds at most 2,000 lines (the host may set another number) and maxChars characters, in whole lines. ' +
    'When truncated is true, call again with startLine = nextStartLine (and startColumn = nextStartColumn where it is given): the pieces join without gap or overlap. ' +
    'Lines of more than 2,000 characters are cut and listed in cutLines; read one whole with startLine = endLine = that line and startColumn = 1. ' +
    'Any size of file can be read in ranges. Binary files, images too, are refused with their kind and size. Use grep to find where something is, glob to list files; do not read a folder with this tool.',
  parameters: {
    type: 'object',
    properties: {
      path: {
        type: 'string',
        minLength: 1,
        description: 'File, relative to the workspace, or absolute below a folder that is open for reading.',
      },
      startLine: { type: 'integer', minimum: 1, default: 1, description: 'First line, counted from 1.' },
      endLine: {
        type: 'integer',
        minimum: 1,
        description: 'Last line, inclusive. May be past the end. Default: as far as the limits allow.',
      },
      startColumn: {
        type: 'integer',
        minimum: 1,
        description: 'Only for lines that are too long: first character of startLine, counted from 1 in UTF-16 units.',
      },
      maxChars: {
        type: 'integer',
        minimum: 1,
        maximum: MAX_READ_CHARS,
        description: 'Characters to return at most. Default 12000 unless the host set another number.',
      },
    },
    required: ['path'],
    additionalProperties: false,
  },
  annotations: {
    title: 'Read file',
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
};
