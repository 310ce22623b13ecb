import type { GrepSearch } from '../grep-search.js';
import { IGNORE_FILE } from '../pattern/read-level.js';
import { KERNEL_FOLDERS, PRUNED_FOLDERS } from '../pruned-folders.js';
import { withAnyLineEnd } from './any-line-end.js';

/** How one run of ripgrep works. */
export interface RipgrepRun {
  /** In the order of paths: on one thread, but the first rows come first. */
  readonly sorted: boolean;
  /** Also applies the anchor's own ignore file, for a target below it. */
  readonly anchorRules: boolean;
  /** Leaves files above the limit out. */
  readonly limitsSize: boolean;
}

/** Bytes of a file above which it may not hold up a search. */
export const MAX_FILE_BYTES = 1_000_000_000;
/** Costs a look at every file. Only with its diagnostics does ripgrep say which files are too large. */
const SIZE_LIMIT = ['--debug', `--max-filesize=${MAX_FILE_BYTES}`] as const;

const ALWAYS = [
  '--no-config',
  '--no-mmap',
  '--hidden',
  '--no-require-git',
  '--no-ignore-parent',
  '--no-ignore-global',
  '--no-ignore-exclude',
  '--no-ignore-dot',
  '--crlf',
] as const;

/**
 * Name globs that let through at least the files that the include lets through, as a file type: a plain `--glob`
 * would switch the ignore rules off. Empty where a glob has syntax that ripgrep might read in another way.
 */
function includedNames(include: readonly string[] = []): readonly string[] {
  const names = include.map((glob) => glob.slice(glob.lastIndexOf('/') + 1));
  return names.every((name) => name !== '**' && /^[\w.*?-]+$/.test(name)) ? [...new Set(names)].slice(0, 100) : [];
}

function modeArguments(search: GrepSearch): readonly string[] {
  if (search.mode === 'count') return ['--count', '--null', '--with-filename'];
  const perFile = search.mode === 'files' ? 1 : search.wanted;
  return [
    '--json',
    '--binary',
    `--max-count=${perFile}`,
    `--context=${search.mode === 'content' ? search.context : 0}`,
  ];
}

/** Which files are looked at, and where. */
function placeArguments(search: GrepSearch, run: Omit<RipgrepRun, 'sorted'>): readonly string[] {
  const names = search.targetIsFile ? [] : includedNames(search.include);
  const kernel = search.anchor === '/' ? KERNEL_FOLDERS : [];
  return [
    ...(run.limitsSize ? SIZE_LIMIT : []),
    ...(run.anchorRules ? [`--ignore-file=./${IGNORE_FILE}`] : []),
    ...names.map((name) => `--type-add=included:${name}`),
    ...(names.length > 0 ? ['--type=included'] : []),
    ...PRUNED_FOLDERS.map((name) => `--glob=!**/${name}`),
    ...kernel.map((folder) => `--glob=!${folder}`),
  ];
}

function targetOf(search: GrepSearch): string {
  return search.target === '' ? './' : `./${search.target}`;
}

/** The command line for a search; every value is joined to its option, so that none can become an option itself. */
export function ripgrepArguments(search: GrepSearch, run: RipgrepRun): string[] {
  return [
    ...ALWAYS,
    ...modeArguments(search),
    ...(run.sorted ? ['--sort=path'] : []),
    search.caseInsensitive ? '--ignore-case' : '--case-sensitive',
    ...(search.literal && !search.multiline ? ['--fixed-strings'] : []),
    ...(search.multiline ? ['--multiline', '--multiline-dotall'] : []),
    ...placeArguments(search, run),
    `--regexp=${search.multiline ? withAnyLineEnd(search.pattern, search.literal) : search.pattern}`,
    '--',
    targetOf(search),
  ];
}

/** The command line that only names files, and complains about those that are too large. */
export function listArguments(search: GrepSearch, anchorRules: boolean): string[] {
  return [...ALWAYS, '--files', ...placeArguments(search, { anchorRules, limitsSize: true }), '--', targetOf(search)];
}
