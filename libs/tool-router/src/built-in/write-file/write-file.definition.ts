import type { ToolDefinition } from '../../tool/tool-definition.js';

export const WRITE_MODES = ['create', 'overwrite', 'append'] as const;

export type WriteMode = (typeof WRITE_MODES)[number];

export const WRITE_FILE_DEFINITION: ToolDefinition = {
  name: 'write_file',
  description:
    'Writes a whole file, or appends to one, with exactly the bytes of content in UTF-8: nothing is unescaped, trimmed or completed, and no final newline is added. ' +
    'mode create fails when the file exists; overwrite (the default) replaces it as a whole or creates it; append adds at the end or creates it. Missing folders are created. ' +
    'A replaced file keeps its permissions. Overwriting a file that changed since you read it in this session is refused as stale: read it again first. Content may have at most 10 MB (the host may set another limit). The answer tells bytesWritten and lines of the content, and a note when line endings change. ' +
    'To change a part of a file use edit, for several files at once apply_patch: they cannot lose the rest of the file.',
  parameters: {
    type: 'object',
    properties: {
      path: { type: 'string', minLength: 1, description: 'File inside the workspace, relative to its root.' },
      content: { type: 'string', description: 'The text, exactly as it is to be written. May be empty.' },
      mode: {
        type: 'string',
        enum: [...WRITE_MODES],
        default: 'overwrite',
        description: 'What to do when the file exists.',
      },
    },
    required: ['path', 'content'],
    additionalProperties: false,
  },
  annotations: {
    title: 'Write file',
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: false,
  },
};
