/** A guarded request led to an address that is not public, or to plain http. One text for all cases: it tells nothing about what is there. */
export class AddressRefused extends Error {
  constructor() {
    super('The address of the server is not allowed.');
    this.name = 'AddressRefused';
  }
}
