import { parseArgs } from 'node:util';
import type { ProviderFormat } from 'nestjs-tool-router';

const FORMATS = ['openai', 'openai-responses', 'anthropic', 'gemini'] as const satisfies ProviderFormat[];

/** What the user asked for on the command line. */
export type Command =
  | { readonly action: 'list'; readonly config: string; readonly format: ProviderFormat }
  | { readonly action: 'call'; readonly config: string; readonly name: string; readonly args: string }
  | { readonly action: 'explain'; readonly config: string; readonly name: string };

export const USAGE = `Usage:
  npm run tool -- list [--format ${FORMATS.join('|')}]
  npm run tool -- call NAME [JSON]
  npm run tool -- explain NAME
Option: --config FILE (tool-router.config.json)`;

/** The command, or undefined where the words are none. */
export function parseCommand(words: readonly string[]): Command | undefined {
  const options = {
    config: { type: 'string', default: 'tool-router.config.json' },
    format: { type: 'string', default: 'openai' },
  } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
    const [action, name, args = '{}'] = positionals;
    const { config } = values;
    const format = FORMATS.find((each) => each === values.format);
    if (action === 'list' && name === undefined && format !== undefined) return { action, config, format };
    if (action === 'call' && name !== undefined) return { action, config, name, args };
    return action === 'explain' && name !== undefined ? { action, config, name } : undefined;
  } catch {
    return undefined;
  }
}
