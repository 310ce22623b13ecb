import { BuiltInFailure } from './built-in-failure.js';
import type { BuiltInCall, BuiltInTool } from './built-in-tool.js';
import { optionalChoice, textArgument } from './tool-arguments.js';
import { appendFile } from './workspace/append-file.js';
import { replaceFile } from './workspace/atomic-write.js';
import { createWithParents } from './workspace/create-with-parents.js';
import { countLines } from './workspace/line-endings.js';
import { withLockedWrite } from './workspace/locked-write.js';
import type { GuardedPath } from './workspace/path-guard.js';
import { appendNote, overwriteNote } from './write-file/change-note.js';
import { lookAtExisting } from './write-file/existing-text.js';
import { requireSeen } from './write-file/require-seen.js';
import { WRITE_FILE_DEFINITION, WRITE_MODES, type WriteMode } from './write-file/write-file.definition.js';

async function append({ real, shown }: GuardedPath, content: string, call: BuiltInCall): Promise<string | undefined> {
  const old = await lookAtExisting(real, shown);
  if (old.wide !== undefined) {
    throw new BuiltInFailure(
      'not_utf8',
      `${shown} is encoded in ${old.wide}; UTF-8 text appended to it would be unreadable.`,
    );
  }
  await appendFile(real, Buffer.from(content), { maxCopyBytes: call.context.maxEditBytes, shown });
  call.seen?.forget(real);
  return appendNote(old, content);
}

async function overwrite(path: GuardedPath, content: string, call: BuiltInCall): Promise<string | undefined> {
  const old = await lookAtExisting(path.real, path.shown);
  const unchangedSince = await requireSeen(path, call.seen, call.context.maxEditBytes);
  const bytes = Buffer.from(content);
  await replaceFile(path.real, bytes, {
    shown: path.shown,
    ...(unchangedSince === undefined ? {} : { unchangedSince }),
  });
  call.seen?.remember(path.real, bytes);
  return overwriteNote(old, content);
}

/** Does the write; gives the note for the model, if any. */
async function write(
  path: GuardedPath,
  content: string,
  mode: WriteMode,
  call: BuiltInCall,
): Promise<string | undefined> {
  if (!path.exists) {
    const bytes = Buffer.from(content);
    await createWithParents(path.real, bytes);
    call.seen?.remember(path.real, bytes);
    return undefined;
  }
  if (mode === 'append') return append(path, content, call);
  if (mode === 'overwrite') return overwrite(path, content, call);
  await lookAtExisting(path.real, path.shown);
  throw new BuiltInFailure(
    'already_exists',
    `${path.shown} exists already, and mode create does not replace it.`,
    'Read it and use edit, or choose mode overwrite or append.',
  );
}

/** Writes a file exactly as sent: creates, replaces or appends. */
export const writeFileTool: BuiltInTool = {
  definition: WRITE_FILE_DEFINITION,
  async run(args, call) {
    const { context } = call;
    const content = textArgument(args, 'content');
    const mode = optionalChoice(args, 'mode', WRITE_MODES) ?? 'overwrite';
    const bytesWritten = Buffer.byteLength(content);
    if (bytesWritten > context.maxWriteBytes) {
      throw new BuiltInFailure(
        'too_large',
        `content has ${bytesWritten} bytes; the limit is ${context.maxWriteBytes} bytes.`,
        'Write a first part, then the others with mode append.',
      );
    }
    return withLockedWrite(args['path'], call, async (path) => {
      const note = await write(path, content, mode, call);
      return {
        path: path.shown,
        mode,
        created: !path.exists,
        overwritten: path.exists && mode === 'overwrite',
        appended: mode === 'append',
        bytesWritten,
        lines: countLines(content),
        ...(note === undefined ? {} : { note }),
      };
    });
  },
};
