import type { JsonObject } from '../tool/json.js';
import { BuiltInFailure } from './built-in-failure.js';
import type { BuiltInTool } from './built-in-tool.js';
import { EDIT_DEFINITION } from './edit/edit.definition.js';
import { findOccurrences, type Span } from './edit/find-occurrences.js';
import { replaceSpans } from './edit/replace-spans.js';
import { requireMatch } from './edit/require-match.js';
import { lineAt, snippetAt } from './edit/snippet.js';
import { booleanArgument, textArgument } from './tool-arguments.js';
import { replaceFile } from './workspace/atomic-write.js';
import { withLockedWrite } from './workspace/locked-write.js';
import { missingFile } from './workspace/missing-file.js';
import { encodeTextFile, readTextFile } from './workspace/text-file.js';

interface EditArguments {
  readonly wanted: string;
  readonly replacement: string;
  readonly all: boolean;
}

function editArguments(args: JsonObject): EditArguments {
  const wanted = textArgument(args, 'old_string'); // Half of a pair would match half of a character.
  const replacement = textArgument(args, 'new_string');
  const all = booleanArgument(args, 'replaceAll');
  if (wanted === '') {
    throw new BuiltInFailure(
      'validation',
      'The argument old_string is empty.',
      'Give the text to replace; write_file creates or rewrites a whole file.',
    );
  }
  if (wanted === replacement) {
    throw new BuiltInFailure('no_change', 'old_string and new_string are equal, so nothing would change.');
  }
  return { wanted, replacement, all };
}

function stripMark(text: string): string {
  return text.replace(/^\ufeff/, '');
}

/** The byte order mark is no part of the text, so one that was copied along is no part of the search. */
function withoutMark(edit: EditArguments): EditArguments {
  const wanted = stripMark(edit.wanted);
  return wanted === edit.wanted || wanted === '' ? edit : { ...edit, wanted, replacement: stripMark(edit.replacement) };
}

interface EditedText {
  readonly changed: string;
  readonly spans: readonly Span[];
}

function editText(shown: string, text: string, edit: EditArguments, maxBytes: number): EditedText {
  const { wanted, replacement, all } = edit;
  const found = findOccurrences(text, wanted, all);
  requireMatch(shown, text, wanted, found, all);
  if (text.length + found.spans.length * (replacement.length - wanted.length) > maxBytes) {
    throw new BuiltInFailure('too_large', `${shown} would become larger than the limit of ${maxBytes} bytes.`);
  }
  const changed = replaceSpans(text, found, wanted, replacement);
  if (changed === text) {
    throw new BuiltInFailure('no_change', `${shown} has this text already, up to line endings; nothing was changed.`);
  }
  return { changed, spans: found.spans };
}

/** Replaces an exact piece of text in a file; no other byte changes. */
export const editTool: BuiltInTool = {
  definition: EDIT_DEFINITION,
  async run(args, call) {
    const given = editArguments(args);
    const maxBytes = call.context.maxEditBytes;
    return withLockedWrite(args['path'], call, async (path) => {
      if (!path.exists) throw await missingFile(path);
      const { real, shown } = path;
      const file = await readTextFile(real, { maxBytes, shown });
      const edit = file.bom ? withoutMark(given) : given;
      const { changed, spans } = editText(shown, file.text, edit, maxBytes);
      const bytes = encodeTextFile({ bom: file.bom, text: changed });
      if (bytes.length > maxBytes) {
        throw new BuiltInFailure('too_large', `${shown} would become larger than the limit of ${maxBytes} bytes.`);
      }
      await replaceFile(real, bytes, { mode: file.mode, unchangedSince: file.stamp, shown });
      call.seen?.remember(real, bytes);
      const start = spans[0]?.start ?? 0;
      return {
        path: shown,
        replacements: spans.length,
        firstLine: lineAt(changed, start),
        snippet: snippetAt(changed, start, start + edit.replacement.length),
      };
    });
  },
};
