import { readFileSync } from 'node:fs';

const MAX_PROCESSES = 1_000;

/** A process, told apart from a later one with the same id by its start. */
export interface ProcessMark {
  readonly pid: number;
  readonly startedAt: string;
}

/**
 * The descendants of a process, also those in groups of their own, as far as the system tells (Linux).
 * Whose parent has ended is not found any more, so this is asked while the process still runs.
 */
export function descendantsOf(pid: number): readonly ProcessMark[] {
  const found: ProcessMark[] = [];
  const left = [pid];
  for (let one = left.shift(); one !== undefined && found.length < MAX_PROCESSES; one = left.shift()) {
    for (const child of childrenOf(one)) {
      const startedAt = startOf(child);
      if (startedAt === undefined) continue;
      found.push({ pid: child, startedAt });
      left.push(child);
    }
  }
  return found;
}

/** Kills those of the processes that still run. */
export function killLeft(processes: readonly ProcessMark[]): void {
  for (const { pid, startedAt } of processes) {
    if (startOf(pid) !== startedAt) continue;
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has just ended, or belongs to somebody else by now.
    }
  }
}

function childrenOf(pid: number): readonly number[] {
  const text = readProc(`${pid}/task/${pid}/children`) ?? '';
  return text
    .split(' ')
    .filter((part) => part.trim() !== '')
    .map(Number);
}

/** Clock ticks from the boot to the start of the process. */
function startOf(pid: number): string | undefined {
  const stat = readProc(`${pid}/stat`);
  // The second field is a name in parentheses that may itself hold spaces and parentheses.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
}

function readProc(path: string): string | undefined {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    return undefined;
  }
}
