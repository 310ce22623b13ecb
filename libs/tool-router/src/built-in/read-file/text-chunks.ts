import type { FileHandle } from 'node:fs/promises';
import { BuiltInFailure } from '../built-in-failure.js';
import { hasUtf8Mark, wideEncodingOf } from '../workspace/text-encoding.js';
import type { RegularFile } from '../workspace/regular-file.js';
import { binaryKindOf } from './binary-kind.js';

const CHUNK_BYTES = 256 * 1024;

/** A file's text as UTF-8 bytes, without its byte order mark, piece by piece. */
export interface TextChunks {
  readonly bom: boolean;
  /** Set where the file is decoded from another encoding than UTF-8. */
  readonly wide?: 'utf-16le' | 'utf-16be';
  /** Each chunk is only valid until the next one is asked for. */
  readonly chunks: AsyncIterable<Buffer>;
}

/** Sees the file's own bytes, before anything is decoded. */
export type ByteObserver = (bytes: Buffer) => void;

async function* rest(handle: FileHandle, buffer: Buffer, first: Buffer, observe: ByteObserver): AsyncGenerator<Buffer> {
  yield first;
  for (;;) {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, null);
    if (bytesRead === 0) return;
    const chunk = buffer.subarray(0, bytesRead);
    observe(chunk);
    yield chunk;
  }
}

async function* decoded(chunks: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }));
  yield Buffer.from(decoder.decode());
}

/**
 * Looks at the beginning of an open file and gives its text in pieces of bounded size.
 * @param shown the path in messages
 * @throws BuiltInFailure `binary`, `not_utf8`
 */
export async function openTextChunks(
  { handle, stat }: RegularFile,
  shown: string,
  observe: ByteObserver,
): Promise<TextChunks> {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, null);
  const first = buffer.subarray(0, bytesRead);
  observe(first);
  const wide = wideEncodingOf(first);
  if (wide === 'utf-32le' || wide === 'utf-32be') {
    throw new BuiltInFailure('not_utf8', `${shown} is encoded in ${wide}, which cannot be shown.`);
  }
  if (wide !== undefined) return { bom: true, wide, chunks: decoded(rest(handle, buffer, first, observe), wide) };
  const binary = binaryKindOf(first);
  if (binary !== undefined) {
    throw new BuiltInFailure('binary', `${shown} is ${binary} of ${stat.size} bytes; only text is shown.`);
  }
  const bom = hasUtf8Mark(first);
  return { bom, chunks: rest(handle, buffer, bom ? first.subarray(3) : first, observe) };
}
