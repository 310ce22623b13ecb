import type { BashSandbox } from '../../tool/built-in-tool-context.js';

/**
 * The `bashSandbox` for bubblewrap (Linux, program `bwrap`): no network, own process and IPC namespaces, and only the
 * workspace can be changed. `/tmp` is private to each command and gone after it.
 *
 * What the user of the host process may read can still be read, home folder included.
 */
export function bubblewrapSandbox(): BashSandbox {
  return {
    // One option with its values a line.
    // oxfmt-ignore
    command: [
      'bwrap',
      '--unshare-all',
      '--die-with-parent',
      '--ro-bind', '/', '/',
      '--dev', '/dev',
      '--proc', '/proc',
      '--tmpfs', '/tmp',
      '--setenv', 'TMPDIR', '/tmp',
      // A read-only mount does not close the sockets of services (containers, desktop, databases) that live here.
      '--tmpfs', '/run',
      '--bind', '{workspace}', '{workspace}',
      '--chdir', '{cwd}',
      '--',
    ],
  };
}
