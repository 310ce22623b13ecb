/** A decorator, a class or an option is used in a way that cannot work: stops the boot and says what to change. */
export class ToolDefinitionException extends Error {
  readonly code = 'invalid_definition';

  /**
   * @param where the class and member, or the option
   * @param problem what is wrong there
   * @param remedy what to do about it
   */
  constructor(
    readonly where: string,
    problem: string,
    remedy: string,
  ) {
    super(`${where}: ${problem} ${remedy}`);
    this.name = 'ToolDefinitionException';
  }
}
