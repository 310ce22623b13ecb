import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 25;
const live = new Set<number>();

/** Remembers a detached child, so that its group dies with this process even when nobody closes it in order. */
export function trackGroup(pid: number): void {
  if (live.size === 0) process.on('exit', killAllGroups);
  live.add(pid);
}

/** Sends a signal to every process of the group. */
export function signalGroup(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (process.platform === 'win32') {
    // Windows knows no groups and no polite signal; the tree is ended in the forced step only.
    if (signal === 'SIGKILL')
      spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' }).on('error', () => {});
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // The group is gone already.
  }
}

/** Waits until no process of the group is left, as long as `patient` says so. @returns whether the group is gone */
export async function groupGone(pid: number, patient: () => boolean): Promise<boolean> {
  while (groupLives(pid)) {
    if (!patient()) return false;
    await delay(POLL_MS);
  }
  forgetGroup(pid);
  return true;
}

/** Stops remembering a group that has ended. */
export function forgetGroup(pid: number): void {
  if (live.delete(pid) && live.size === 0) process.off('exit', killAllGroups);
}

function groupLives(pid: number): boolean {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function killAllGroups(): void {
  for (const pid of live) signalGroup(pid, 'SIGKILL');
}
