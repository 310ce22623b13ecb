import { readdir, readFile } from 'node:fs/promises';

/** The processes of the host that pass a look at one of their files; undefined where there is no `/proc`. */
async function processesWhere(
  file: 'stat' | 'environ',
  above: number,
  passes: (content: string) => boolean,
): Promise<readonly number[] | undefined> {
  const names = await readdir('/proc').catch(() => undefined);
  const ids = names?.map(Number).filter((id) => Number.isInteger(id) && id > above && id !== process.pid);
  if (ids === undefined || ids.length === 0) return undefined;
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
 * @param above looks only at higher process ids: children have them, save where the numbers started over
 */
export async function processesWith(variable: string, above: number): Promise<readonly number[]> {
  return (await processesWhere('environ', above, (environment) => environment.includes(variable))) ?? [];
}
