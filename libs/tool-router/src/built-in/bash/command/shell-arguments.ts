import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { BuiltInFailure } from '../../built-in-failure.js';

/** Linux takes no single argument of 131,072 bytes or more, its final NUL included. */
const MAX_ARGUMENT_BYTES = 131_071;
/** UTF-16 units of a piece that surely fits into an argument: each has three bytes at most. */
const PIECE_LENGTH = 40_000;
/** Leaves room below the 2 MB that Linux, and the 1 MB that macOS, grants to all arguments and variables together. */
const MAX_SCRIPT_BYTES = 800_000;
/** Joins the pieces again and runs them in the same shell, without positional parameters. */
const JOIN_PIECES = `IFS=; tool_router_script="$*"; IFS=' \t\n'; shift "$#"; eval "$tool_router_script"`;

/**
 * The shell and its own options: bash where the search path has it, else the system's `sh`.
 * Without `--norc` bash takes an input that is a socket, as Node gives it, for a remote login and reads `~/.bashrc`.
 */
export function findShell(path: string): readonly [string, ...string[]] {
  const folders = path.split(delimiter).filter((folder) => folder.startsWith('/'));
  const bash = folders.map((folder) => join(folder, 'bash')).find((file) => existsSync(file));
  return bash === undefined ? ['/bin/sh'] : [bash, '--norc'];
}

/**
 * How a shell gets a script, byte for byte: no login shell, no start-up files, nothing added to the text.
 * @throws BuiltInFailure `validation` for no text or a NUL, `too_large`
 */
export function shellArguments(script: string): readonly string[] {
  if (script.trim() === '') {
    throw new BuiltInFailure('validation', 'The argument command must not be empty: give the shell command to run.');
  }
  if (script.includes('\0')) {
    throw new BuiltInFailure(
      'validation',
      'The argument command contains a NUL character, which no shell command can carry; nothing was run.',
    );
  }
  if (!script.isWellFormed()) {
    throw new BuiltInFailure(
      'validation',
      'The argument command contains half of a surrogate pair, which has no bytes; nothing was run.',
    );
  }
  const bytes = Buffer.byteLength(script);
  // A text that looks like options of the shell would be taken for some.
  if (bytes <= MAX_ARGUMENT_BYTES) return /^[-+]/.test(script) ? ['-c', '--', script] : ['-c', script];
  if (bytes > MAX_SCRIPT_BYTES) {
    throw new BuiltInFailure(
      'too_large',
      `The command has ${bytes} bytes and may have ${MAX_SCRIPT_BYTES}; nothing was run.`,
      'Write the text to a file with write_file and run a command that reads the file.',
    );
  }
  return ['-c', JOIN_PIECES, 'bash', ...splitPieces(script)];
}

function splitPieces(script: string): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < script.length;) {
    const unit = script.charCodeAt(at + PIECE_LENGTH - 1);
    const length = unit >= 0xd800 && unit <= 0xdbff ? PIECE_LENGTH - 1 : PIECE_LENGTH;
    pieces.push(script.slice(at, at + length));
    at += length;
  }
  return pieces;
}
