/** A request that takes a short body in one piece: the stream of a `Response` costs more than the body itself. */
export interface WholeBodyInit extends RequestInit {
  /** A successful, uncoded answer that arrives in one piece comes as a `WholeResponse`. */
  readonly wholeBody?: boolean;
}

/** A response with its body beside it; only those get one who ask for it, because it has no stream. */
export class WholeResponse extends Response {
  constructor(
    readonly whole: Uint8Array,
    init: ResponseInit,
  ) {
    super(null, init);
  }
}
