/** Why a schema cannot be said in strict mode; ends the strict compilation. */
export class StrictFailure extends Error {
  constructor(
    readonly path: string,
    message: string,
  ) {
    super(message);
  }
}
