import type { BuiltInToolContext } from '../../tool/built-in-tool-context.js';
import { BuiltInFailure } from '../built-in-failure.js';
import { replaceFile, type ReplaceOptions } from '../workspace/atomic-write.js';
import { createWithParents } from '../workspace/create-with-parents.js';
import { withLockedWrite } from '../workspace/locked-write.js';
import type { GuardedPath } from '../workspace/path-guard.js';
import { encodeTextFile, readTextFile } from '../workspace/text-file.js';
import { appendedText } from './appended-text.js';
import { findAgentsMd } from './find-agents-md.js';
import { LOADER_BUDGET_BYTES } from './update-agents-md.definition.js';

async function save(
  action: string,
  path: GuardedPath,
  bytes: Buffer,
  context: BuiltInToolContext,
  options?: ReplaceOptions,
): Promise<object> {
  if (bytes.length > context.maxAgentsMdBytes) {
    throw new BuiltInFailure(
      'too_large',
      `${path.shown} would have ${bytes.length} bytes; the limit is ${context.maxAgentsMdBytes} bytes. Nothing was written.`,
      'Shorten it, or move details to other files and name them here.',
    );
  }
  await (path.exists ? replaceFile(path.real, bytes, options) : createWithParents(path.real, bytes));
  return {
    action,
    path: path.shown,
    exists: true,
    created: !path.exists,
    bytes: bytes.length,
    ...(bytes.length > LOADER_BUDGET_BYTES
      ? {
          warning: `The file has ${bytes.length} bytes. Agents may load only its first ${LOADER_BUDGET_BYTES} bytes: shorten it.`,
        }
      : {}),
  };
}

/** Replaces the whole file, or creates it. */
export async function writeAgentsMd(content: string, context: BuiltInToolContext): Promise<object> {
  return withLockedWrite(await findAgentsMd('write', context), context, (path) =>
    save('write', path, Buffer.from(content), context),
  );
}

/** Adds text at the end, or creates the file with it. */
export async function appendToAgentsMd(text: string, context: BuiltInToolContext): Promise<object> {
  return withLockedWrite(await findAgentsMd('write', context), context, async (path) => {
    if (!path.exists) return save('append', path, Buffer.from(appendedText({ text: '', eol: '\n' }, text)), context);
    const file = await readTextFile(path.real, { maxBytes: context.maxEditBytes, shown: path.shown });
    const bytes = encodeTextFile({ bom: file.bom, text: appendedText(file, text) });
    return save('append', path, bytes, context, { mode: file.mode, unchangedSince: file.stamp });
  });
}
