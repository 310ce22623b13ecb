/** A server that cannot be reached until somebody changes its definition or the machine. */
export class StartFailure extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StartFailure';
  }
}
