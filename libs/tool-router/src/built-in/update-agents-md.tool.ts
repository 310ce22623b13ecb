import type { JsonObject } from '../tool/json.js';
import { BuiltInFailure } from './built-in-failure.js';
import type { BuiltInTool } from './built-in-tool.js';
import { textArgument } from './tool-arguments.js';
import { readAgentsMd } from './update-agents-md/read-agents-md.js';
import { AGENTS_MD_ACTIONS, UPDATE_AGENTS_MD_DEFINITION } from './update-agents-md/update-agents-md.definition.js';
import { appendToAgentsMd, writeAgentsMd } from './update-agents-md/write-agents-md.js';

function actionArgument(args: JsonObject): (typeof AGENTS_MD_ACTIONS)[number] {
  const action = AGENTS_MD_ACTIONS.find((known) => known === args['action']);
  if (action !== undefined) return action;
  throw new BuiltInFailure(
    'validation',
    `The argument action must be one of ${AGENTS_MD_ACTIONS.join(', ')}.`,
    'To change a part of the file, such as a block between markers, use edit on the path that read returns.',
  );
}

/** Reads, replaces or extends the project's AGENTS.md. */
export const updateAgentsMdTool: BuiltInTool = {
  definition: UPDATE_AGENTS_MD_DEFINITION,
  async run(args, call) {
    const action = actionArgument(args);
    if (action === 'read') return readAgentsMd(call);
    if (action === 'write') return writeAgentsMd(textArgument(args, 'content'), call);
    const text = textArgument(args, 'text');
    if (text === '') throw new BuiltInFailure('validation', 'The argument text is empty: nothing to append.');
    return appendToAgentsMd(text, call);
  },
};
