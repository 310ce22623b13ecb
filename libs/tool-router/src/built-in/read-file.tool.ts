import { createHash } from 'node:crypto';
import type { BuiltInTool } from './built-in-tool.js';
import { READ_FILE_DEFINITION } from './read-file/read-file.definition.js';
import { readRange } from './read-file/read-range.js';
import { readResult } from './read-file/read-result.js';
import { scanText } from './read-file/scan-text.js';
import { openTextChunks } from './read-file/text-chunks.js';
import { missingFile } from './workspace/missing-file.js';
import { guardPath } from './workspace/path-guard.js';
import { withRegularFile } from './workspace/regular-file.js';

/** Reads a range of lines of a text file of any size, in constant memory. */
export const readFileTool: BuiltInTool = {
  definition: READ_FILE_DEFINITION,
  async run(args, { context, invocation, seen }) {
    const range = readRange(args, context);
    const path = await guardPath(args['path'], 'read', context);
    if (!path.exists) throw await missingFile(path);
    return withRegularFile(path.real, path.shown, async (file) => {
      const hash = seen !== undefined && file.stat.size <= context.maxEditBytes ? createHash('sha256') : undefined;
      const text = await openTextChunks(file, path.shown, (bytes) => hash?.update(bytes));
      const scan = await scanText(text, range, () => invocation.signal.throwIfAborted());
      if (hash !== undefined) seen?.rememberDigest(path.real, hash.digest('base64'));
      return readResult(path.shown, range, text, scan);
    });
  },
};
