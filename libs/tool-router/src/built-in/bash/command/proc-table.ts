import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';

/** Process ids of the host; empty where there is no `/proc`. */
function toIds(names: readonly string[]): number[] {
  return names.map(Number).filter((id) => Number.isInteger(id) && id > 0);
}

/** State letter and process group of a line of `/proc/<pid>/stat`; the name before them may contain anything. */
function parseStat(line: string): { state: string; group: number } {
  const [state = '', , group = ''] = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return { state, group: Number(group) };
}

/**
 * Whether a process group has a member that still runs. Signal 0 alone cannot tell: a zombie that nobody reaps answers.
 * @returns undefined where the host has no `/proc`
 */
export function hasRunningMember(group: number): boolean | undefined {
  let names: string[];
  try {
    names = readdirSync('/proc');
  } catch {
    return undefined;
  }
  return toIds(names).some((id) => {
    try {
      const stat = parseStat(readFileSync(`/proc/${id}/stat`, 'latin1'));
      return stat.group === group && stat.state !== 'Z' && stat.state !== 'X';
    } catch {
      return false; // It ended between the two looks.
    }
  });
}

/**
 * The processes whose environment holds a text, as far as the host shows it (Linux, own user).
 * @param above looks only at higher process ids: children have them, save where the numbers started over
 */
export async function processesWith(variable: string, above: number): Promise<readonly number[]> {
  const names = await readdir('/proc').catch(() => []);
  const found = await Promise.all(
    toIds(names)
      .filter((id) => id > above && id !== process.pid)
      .map(async (id) => {
        const environment = await readFile(`/proc/${id}/environ`).catch(() => undefined);
        return environment?.includes(variable) === true ? [id] : [];
      }),
  );
  return found.flat();
}
