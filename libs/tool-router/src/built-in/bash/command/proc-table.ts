import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { startedAfter } from './started-after.js';

/** The id that was given out last; a counter of the kernel, so that reading it waits for nothing. */
const LAST_ID_FILE = '/proc/sys/kernel/ns_last_pid';
/** So many ids are looked at one by one for less than the price of a list of all processes. */
const FEW_IDS = 32;

function lastId(): number | undefined {
  try {
    return Number(readFileSync(LAST_ID_FILE, 'utf8'));
  } catch {
    return undefined; // Not every kernel tells.
  }
}

async function whereFile(
  file: 'stat' | 'environ',
  ids: readonly number[],
  passes: (content: string) => boolean,
): Promise<readonly number[]> {
  // A process that ended between the two looks has no file any more; one of another user shows none.
  const contents = await Promise.all(ids.map((id) => readFile(`/proc/${id}/${file}`, 'latin1').catch(() => '')));
  return ids.filter((_, index) => passes(contents[index] ?? ''));
}

/** The processes of the host that pass a look at one of their files; undefined where there is no `/proc`. */
async function processesWhere(
  file: 'stat' | 'environ',
  after: number,
  passes: (content: string) => boolean,
): Promise<readonly number[] | undefined> {
  const names = await readdir('/proc').catch(() => undefined);
  const last = after === 0 ? undefined : lastId();
  const all = names?.map(Number).filter((id) => Number.isInteger(id));
  if (all === undefined || all.length === 0) return undefined;
  const ids = all.filter((id) => id !== process.pid && (after === 0 || startedAfter(id, after, last)));
  return whereFile(file, ids, passes);
}

/**
 * Whether a process group has a member that still runs. Signal 0 alone cannot tell: a zombie that nobody reaps answers.
 * @returns undefined where the host cannot tell
 */
export async function hasRunningMember(group: number): Promise<boolean | undefined> {
  const members = await processesWhere('stat', 0, (line) => {
    // The name in front of the last parenthesis may contain anything; then come state, parent and group.
    const [state, , owner] = line.slice(line.lastIndexOf(')') + 2).split(' ');
    return Number(owner) === group && state !== 'Z' && state !== 'X';
  });
  return members === undefined ? undefined : members.length > 0;
}

/** Of the ids in a range those of processes: `/proc` also answers for the threads of one, but does not list them. */
function processesBetween(first: number, last: number): readonly number[] {
  const ids = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return ids.filter((id) => id !== process.pid && existsSync(`/proc/${id}`) && leadsThreads(id));
}

function leadsThreads(id: number): boolean {
  try {
    return readFileSync(`/proc/${id}/status`, 'utf8').includes(`\nTgid:\t${id}\n`);
  } catch {
    return false; // It has just ended.
  }
}

/**
 * The processes whose environment holds a text, as far as the host shows it (Linux, own user).
 * @param after looks only at processes that were started after this one: all that it can have started; 0 for all
 */
export async function processesWith(variable: string, after: number): Promise<readonly number[]> {
  const marked = (environment: string): boolean => environment.includes(variable);
  const last = after > 0 ? lastId() : undefined;
  // Most short commands start nothing or little, which the counter tells for a fraction of the price of a list.
  if (last !== undefined && last >= after && last - after <= FEW_IDS) {
    return whereFile('environ', processesBetween(after + 1, last), marked);
  }
  return (await processesWhere('environ', after, marked)) ?? [];
}
