import { execFileSync } from 'node:child_process';
import * as fc from 'fast-check';
import picomatch from 'picomatch';
import { SearchWorkspace } from '../fixtures/search-workspace.js';
import { compilePaths } from './path-pattern.js';

// Folders and files have names of their own, so that a tree can be made of any set of paths.
const folder = fc.constantFrom('d', 'e', 'dd', '.f', 'd-e');
const file = fc.constantFrom('a.x', 'b.x', 'ab.y', '.h', 'c');
const path = fc.tuple(fc.array(folder, { maxLength: 3 }), file).map(([folders, name]) => [...folders, name].join('/'));
const segment = fc.oneof(
  { weight: 3, arbitrary: fc.oneof(folder, file) },
  { weight: 3, arbitrary: fc.constantFrom('*', '**', '?', '*.x', 'd*', '[ab].x', '[!a]*', '?b.y', '.*', '*-*', '*b*') },
);
const glob = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join('/'));

function matching(pattern: string, paths: readonly string[]): readonly string[] {
  const compiled = compilePaths([pattern]);
  return paths.filter((candidate) => compiled?.matchesPath(candidate) === true);
}

function sorted(names: readonly string[]): string {
  return [...new Set(names)].toSorted().join(' ');
}

describe('compilePaths', () => {
  it('matches as picomatch does', () => {
    fc.assert(
      fc.property(glob, fc.uniqueArray(path, { maxLength: 12 }), (pattern, paths) => {
        // Read as a glob for files, `d/**` means what is in d; picomatch takes it for d as well.
        // And it knows only one way to write that a bracket is negated.
        const whole = (pattern.endsWith('/**') ? `${pattern}/*` : pattern).replaceAll('[!', '[^');
        const test = picomatch(whole, { dot: true });
        expect(matching(pattern, paths)).toEqual(paths.filter((candidate) => test(candidate)));
      }),
      { numRuns: 2_000 },
    );
  });

  it('matches as bash does with globstar', () => {
    const [paths = []] = fc.sample(fc.uniqueArray(path, { minLength: 25, maxLength: 40 }), 1);
    const globs = fc.sample(glob, 200);
    const workspace = new SearchWorkspace(Object.fromEntries(paths.map((name) => [name, ''])));
    try {
      const script =
        'shopt -s globstar dotglob nullglob; IFS=; for p; do for f in $p; do [[ -f $f ]] && printf "%s " "$f"; done; echo; done';
      const output = execFileSync('bash', ['-c', script, 'bash', ...globs], { cwd: workspace.root, encoding: 'utf8' });
      const expected = output.split('\n').slice(0, -1);
      for (const [index, pattern] of globs.entries()) {
        const wanted = sorted((expected[index] ?? '').split(' ').filter((name) => name !== ''));
        expect(`${pattern}: ${sorted(matching(pattern, paths))}`).toBe(`${pattern}: ${wanted}`);
      }
    } finally {
      workspace.remove();
    }
  });

  it('follows several patterns at once and knows when nothing below can match', () => {
    const both = compilePaths(['a/*/c', '**/z']);
    const only = compilePaths(['a/*/c']);
    expect(both?.matchesPath('a/b/c')).toBe(true);
    expect(both?.matchesPath('q/z')).toBe(true);
    expect(both?.matchesPath('a/c')).toBe(false);
    expect(only?.enter(only.start, 'b')).toEqual([]);
  });

  it('takes no time that explodes with the number of folder wildcards', () => {
    const started = performance.now();
    const names = Array.from({ length: 500 }, () => 'a').join('/');
    expect(compilePaths([`${'**/a/'.repeat(200)}b`])?.matchesPath(names)).toBe(false);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
