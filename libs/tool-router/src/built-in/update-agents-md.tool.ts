import { BuiltInFailure } from './built-in-failure.js';
import type { BuiltInTool } from './built-in-tool.js';
import { choiceArgument, textArgument } from './tool-arguments.js';
import { readAgentsMd } from './update-agents-md/read-agents-md.js';
import { AGENTS_MD_ACTIONS, UPDATE_AGENTS_MD_DEFINITION } from './update-agents-md/update-agents-md.definition.js';
import { appendToAgentsMd, writeAgentsMd } from './update-agents-md/write-agents-md.js';

/** Reads, replaces or extends the project's AGENTS.md. */
export const updateAgentsMdTool: BuiltInTool = {
  definition: UPDATE_AGENTS_MD_DEFINITION,
  async run(args, { context }) {
    const action = choiceArgument(args, 'action', AGENTS_MD_ACTIONS);
    if (action === 'read') return readAgentsMd(context);
    if (action === 'write') return writeAgentsMd(textArgument(args, 'content'), context);
    const text = textArgument(args, 'text');
    if (text === '') throw new BuiltInFailure('validation', 'The argument text is empty: nothing to append.');
    return appendToAgentsMd(text, context);
  },
};
