/** Why a request cannot be answered any more, as seen on the wire. */
export type WireFaultKind = 'malformed' | 'no_answer' | 'stream_lost' | 'too_large' | 'withdrawn';

/**
 * Travels as the `data` of an error that the gateway makes itself in place of a reply.
 * A server cannot forge it, because no JSON text becomes an instance of this class.
 */
export class WireFault {
  constructor(
    readonly kind: WireFaultKind,
    readonly problem: string,
  ) {}
}
