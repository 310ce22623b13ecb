import type { BashSandbox } from '../../../tool/built-in-tool-context.js';

/**
 * The program and arguments that stand in front of the shell.
 * @param workspace real path, as `cwd`
 */
export function sandboxArguments(sandbox: BashSandbox, workspace: string, cwd: string): [string, ...string[]] {
  const fill = (text: string): string =>
    text.replaceAll(/\{(workspace|cwd)\}/g, (_, name) => (name === 'cwd' ? cwd : workspace));
  const [program, ...rest] = sandbox.command;
  return [fill(program), ...rest.map(fill)];
}
