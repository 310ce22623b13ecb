import { BuiltInFailure } from '../built-in-failure.js';
import type { BuiltInCall } from '../built-in-tool.js';
import { replaceFile, type ReplaceOptions } from '../workspace/atomic-write.js';
import { createWithParents } from '../workspace/create-with-parents.js';
import { withLockedWrite } from '../workspace/locked-write.js';
import type { GuardedPath } from '../workspace/path-guard.js';
import { encodeTextFile, readTextFile } from '../workspace/text-file.js';
import { overwriteNote } from '../write-file/change-note.js';
import { lookAtExisting } from '../write-file/existing-text.js';
import { requireSeen } from '../write-file/require-seen.js';
import { appendedText } from './appended-text.js';
import { findAgentsMd } from './find-agents-md.js';
import { LOADER_BUDGET_BYTES } from './update-agents-md.definition.js';

type Action = 'write' | 'append';

function requireSize(bytes: number, max: number, shown: string): void {
  if (bytes <= max) return;
  throw new BuiltInFailure(
    'too_large',
    `${shown} would have ${bytes} bytes; the limit is ${max} bytes. Nothing was written.`,
    'Shorten it, or move details to other files and name them here.',
  );
}

function saved(action: Action, path: GuardedPath, bytes: number): object {
  const warning = `The file has ${bytes} bytes. Agents may load only its first ${LOADER_BUDGET_BYTES} bytes: shorten it.`;
  return {
    action,
    path: path.shown,
    exists: true,
    created: !path.exists,
    bytes,
    ...(bytes > LOADER_BUDGET_BYTES ? { warning } : {}),
  };
}

async function save(
  action: Action,
  path: GuardedPath,
  bytes: Buffer,
  { context, seen }: BuiltInCall,
  options?: ReplaceOptions,
): Promise<object> {
  requireSize(bytes.length, context.maxAgentsMdBytes, path.shown);
  await (path.exists
    ? replaceFile(path.real, bytes, { ...options, shown: path.shown })
    : createWithParents(path.real, bytes));
  seen?.remember(path.real, bytes);
  return saved(action, path, bytes.length);
}

/** Replaces the whole file, or creates it. */
export async function writeAgentsMd(content: string, call: BuiltInCall): Promise<object> {
  const { context, seen } = call;
  return withLockedWrite(await findAgentsMd('write', context), call, async (path) => {
    const bytes = Buffer.from(content);
    if (!path.exists) return save('write', path, bytes, call);
    const note = overwriteNote(await lookAtExisting(path.real, path.shown), content);
    const unchangedSince = await requireSeen(path, seen, context.maxEditBytes);
    const answer = await save('write', path, bytes, call, unchangedSince === undefined ? {} : { unchangedSince });
    return note === undefined ? answer : { ...answer, note };
  });
}

/** Adds text at the end, or creates the file with it. */
export async function appendToAgentsMd(text: string, call: BuiltInCall): Promise<object> {
  const { context } = call;
  return withLockedWrite(await findAgentsMd('write', context), call, async (path) => {
    if (!path.exists) return save('append', path, Buffer.from(appendedText({ text: '', eol: '\n' }, text)), call);
    const file = await readTextFile(path.real, { maxBytes: context.maxEditBytes, shown: path.shown });
    const bytes = encodeTextFile({ bom: file.bom, text: appendedText(file, text) });
    return save('append', path, bytes, call, { mode: file.mode, unchangedSince: file.stamp });
  });
}
