import type { OpenAiTool } from '../tool/provider-tools.js';
import type { RemoteTools } from './remote-tools.js';

/** Remote tools in the shape of OpenAI's Chat Completions API. */
export function openAiTools({ tools }: RemoteTools): OpenAiTool[] {
  return tools.map(({ definition: { name, description, parameters } }) => ({
    type: 'function',
    function: { name, description, parameters },
  }));
}
