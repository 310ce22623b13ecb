import type { CommandEnd } from './live-command.js';

/** What the model should know about children that outlived the shell; nothing where there were none. */
export function endNotes(end: CommandEnd): string[] {
  const notes: string[] = [];
  if (!end.isGroupGone) notes.push('Some processes of the command could not be stopped and may still run.');
  else if (end.hadLeftovers) {
    notes.push('Processes that were still running in the background when the shell ended were stopped.');
  }
  if (end.leftRunning.length > 0) {
    notes.push('leftRunning lists processes that left the process group of the command and still run.');
  }
  return notes;
}
