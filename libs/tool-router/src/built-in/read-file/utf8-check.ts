import { isUtf8 } from 'node:buffer';

/** The number of bytes at the end that may be the beginning of a character that goes on in the next chunk. */
function openBytes(chunk: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, chunk.length); back++) {
    const byte = chunk[chunk.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return length > back ? back : 0;
    }
  }
  return 0;
}

/** Tells whether bytes that arrive in chunks are valid UTF-8, in constant memory. */
export class Utf8Check {
  private valid = true;
  private open: Uint8Array = new Uint8Array(0);

  push(chunk: Uint8Array): void {
    if (!this.valid || chunk.length === 0) return;
    const bytes = this.open.length === 0 ? chunk : Buffer.concat([this.open, chunk]);
    const whole = bytes.length - openBytes(bytes);
    this.valid = isUtf8(bytes.subarray(0, whole));
    this.open = Uint8Array.from(bytes.subarray(whole));
  }

  /** Whether all the bytes so far are valid and end with a whole character. */
  isValid(): boolean {
    return this.valid && this.open.length === 0;
  }
}
