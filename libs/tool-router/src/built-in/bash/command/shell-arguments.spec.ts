import { spawnSync } from 'node:child_process';
import { BuiltInFailure } from '../../built-in-failure.js';
import { findShell, shellArguments } from './shell-arguments.js';

function failure(script: string): BuiltInFailure {
  try {
    shellArguments(script);
  } catch (error) {
    return error as BuiltInFailure;
  }
  throw new Error('Was not refused.');
}

describe('shellArguments', () => {
  it('gives the text as it is', () => {
    const script = "  echo 'a'  # last\n\\\n";
    expect(shellArguments(script)).toEqual(['-c', script]);
  });

  it.each(['', '  \n\t'])('refuses nothing to run: %j', (script) => {
    expect(failure(script)).toMatchObject({ kind: 'validation', message: expect.stringContaining('command') });
  });

  it('refuses a NUL', () => {
    expect(failure('ls\0 -l')).toMatchObject({ kind: 'validation', message: expect.stringContaining('NUL') });
  });

  it('refuses half of a surrogate pair', () => {
    expect(failure('echo \ud83c')).toMatchObject({ kind: 'validation', message: expect.stringContaining('surrogate') });
  });

  it.each(['/bin/bash', '/bin/sh'])('has %s take no text for options', (shell) => {
    for (const script of ['-n', '--version', '+x', '-']) {
      const { status, stderr } = spawnSync(shell, shellArguments(script), { encoding: 'utf8' });
      expect({ script, status }).toEqual({ script, status: 127 });
      expect(stderr).toContain(script);
    }
  });

  it('names the limit and the way out for what no argument list takes', () => {
    const { kind, message, hint } = failure('#'.repeat(800_001));
    expect({ kind, message }).toEqual({
      kind: 'too_large',
      message: 'The command has 800001 bytes and may have 800000; nothing was run.',
    });
    expect(hint).toContain('write_file');
  });

  it.each(['/bin/bash', '/bin/sh'])(
    'runs with %s what is longer than one argument, in one shell, unchanged',
    (shell) => {
      const text = 'Ärger mit 🌻 und $dollar "quotes" \\n\n'.repeat(12_000);
      const script = `n=3\ncat <<'EOT'\n${text}EOT\necho "$n $# $IFS|"; set -- a 'b c'; for x in "$@"; do printf '<%s>' $x; done; exit 5`;
      const args = shellArguments(script);
      expect(args.length).toBeGreaterThan(4);
      const { stdout, status } = spawnSync(shell, args, { encoding: 'utf8', maxBuffer: 10_000_000 });
      expect(stdout).toBe(`${text}3 0  \t\n|\n<a><b><c>`);
      expect(status).toBe(5);
    },
  );
});

describe('findShell', () => {
  it('takes bash from the search path and sh where there is none', () => {
    expect(findShell('/nowhere:/bin')).toEqual(['/bin/bash', '--norc']);
    expect(findShell('/nowhere:relative')).toEqual(['/bin/sh']);
  });
});
