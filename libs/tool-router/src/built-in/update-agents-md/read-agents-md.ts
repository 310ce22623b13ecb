import { headOf } from '../../text/cut-text.js';
import type { BuiltInCall } from '../built-in-tool.js';
import { guardPath } from '../workspace/path-guard.js';
import { encodeTextFile, readTextFile } from '../workspace/text-file.js';
import { findAgentsMd } from './find-agents-md.js';

const MAX_SHOWN_CHARS = 50_000;

/** The answer to `read`. */
export async function readAgentsMd({ context, seen }: BuiltInCall): Promise<object> {
  const name = await findAgentsMd('read', context);
  const { real, shown, exists } = await guardPath(name, 'read', context);
  if (!exists) return { action: 'read', path: shown, exists, content: '', bytes: 0 };
  const file = await readTextFile(real, { maxBytes: context.maxEditBytes, shown });
  seen?.remember(real, encodeTextFile(file));
  const text = file.text.replaceAll('\r\n', '\n');
  const content = headOf(text, MAX_SHOWN_CHARS);
  const truncated = content.length < text.length;
  return {
    action: 'read',
    path: shown,
    exists,
    content,
    bytes: file.size,
    truncated,
    ...(truncated ? { note: `Only the beginning is shown; read_file with path ${shown} reads the rest.` } : {}),
  };
}
