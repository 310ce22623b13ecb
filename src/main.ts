import 'reflect-metadata';
import { ToolDefinitionException } from 'nestjs-tool-router';
import { parseCommand, USAGE } from './command.js';
import { runCommand } from './run-command.js';
import { ToolConfigError } from './tool-config.js';

async function main(): Promise<void> {
  const command = parseCommand(process.argv.slice(2));
  if (command === undefined) {
    process.stderr.write(`${USAGE}\n`);
    process.exitCode = 2;
    return;
  }
  const { text, isError } = await runCommand(command);
  process.stdout.write(`${text}\n`);
  process.exitCode = isError ? 1 : 0;
}

main().catch((error: unknown) => {
  const isExpected = error instanceof ToolConfigError || error instanceof ToolDefinitionException;
  process.stderr.write(`${isExpected ? error.message : String(error)}\n`);
  process.exitCode = 2;
});
