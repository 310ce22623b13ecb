import { ConsoleLogger, type LogLevel } from '@nestjs/common';

/** The name under which Nest reports a failed start. */
const FAILED_START = 'ExceptionHandler';

/** Writes log lines to the standard error stream: the standard output holds the answer and nothing else. */
export class StderrLogger extends ConsoleLogger {
  protected override printMessages(messages: unknown[], context?: string, logLevel?: LogLevel): void {
    // A failed start is thrown as well, and told without its stack.
    if (context !== FAILED_START) super.printMessages(messages, context, logLevel, 'stderr');
  }
}
