import { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

const DECODERS = { br: createBrotliDecompress, deflate: createInflate, gzip: createGunzip, 'x-gzip': createGunzip };

/** A content coding that can be undone. */
export type Coding = keyof typeof DECODERS;

/** The coding of a `content-encoding` header; undefined where there is nothing to undo. */
export function decodesAs(header: string | null): Coding | undefined {
  const name = header?.trim().toLowerCase() ?? '';
  return Object.hasOwn(DECODERS, name) ? (name as Coding) : undefined;
}

/** Undoes a content coding. None is asked for, but some servers use one nevertheless. */
export function decodeBody(body: ReadableStream<Uint8Array> | Uint8Array, coding: Coding): ReadableStream<Uint8Array> {
  const source = body instanceof Uint8Array ? Readable.from([body]) : Readable.fromWeb(body as never);
  const decoder = DECODERS[coding]();
  source.on('error', (error) => decoder.destroy(error));
  decoder.on('close', () => source.destroy());
  return Readable.toWeb(source.pipe(decoder)) as ReadableStream<Uint8Array>;
}
