import type { ToolDefinition } from '../../tool/tool-definition.js';

export const AGENTS_MD_ACTIONS = ['read', 'write', 'append'] as const;

/** What the most frugal well-known loader of AGENTS.md files reads; the rest is cut off there without a word. */
export const LOADER_BUDGET_BYTES = 32_768;

export const UPDATE_AGENTS_MD_DEFINITION: ToolDefinition = {
  name: 'update_agents_md',
  description:
    "Reads or changes the project's instructions for agents: AGENTS.md in the workspace root, else .agents/AGENTS.md where only that exists; a new one is made in the root. " +
    'action read returns it (exists is false when there is none); write replaces the whole file with content, so read it first; append adds text at the end on a line of its own and ends it with a newline. ' +
    'bytes is the size of the file afterwards; keep it below 32768 bytes, because agents may not load more. For a change in the middle use edit on the path that read returned.',
  parameters: {
    type: 'object',
    properties: {
      action: { type: 'string', enum: [...AGENTS_MD_ACTIONS], description: 'What to do.' },
      content: { type: 'string', description: 'For write: the whole new file.' },
      text: { type: 'string', minLength: 1, description: 'For append: the lines to add.' },
    },
    required: ['action'],
    additionalProperties: false,
  },
  annotations: {
    title: 'Update AGENTS.md',
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: false,
  },
};
