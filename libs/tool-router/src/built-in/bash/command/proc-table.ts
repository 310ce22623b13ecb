import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { startedAfter } from './started-after.js';

/** The id that was given out last; a counter of the kernel, so that reading it waits for nothing. */
const LAST_ID_FILE = '/proc/sys/kernel/ns_last_pid';

function lastId(): number | undefined {
  try {
    return Number(readFileSync(LAST_ID_FILE, 'latin1'));
  } catch {
    return undefined; // Not every kernel tells.
  }
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
  // A process that ended between the two looks has no file any more; one of another user shows none.
  const contents = await Promise.all(ids.map((id) => readFile(`/proc/${id}/${file}`, 'latin1').catch(() => '')));
  return ids.filter((_, index) => passes(contents[index] ?? ''));
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

/**
 * The processes whose environment holds a text, as far as the host shows it (Linux, own user).
 * @param after looks only at processes that were started after this one: all that it can have started; 0 for all
 */
export async function processesWith(variable: string, after: number): Promise<readonly number[]> {
  // Most short commands start nothing, which the counter tells for a fraction of the price of a list.
  if (after > 0 && lastId() === after) return [];
  return (await processesWhere('environ', after, (environment) => environment.includes(variable))) ?? [];
}
