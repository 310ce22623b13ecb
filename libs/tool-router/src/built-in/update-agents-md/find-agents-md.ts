import { stat } from 'node:fs/promises';
import type { BuiltInToolContext } from '../../tool/built-in-tool-context.js';
import { guardPath, type PathAccess } from '../workspace/path-guard.js';

const IN_ROOT = 'AGENTS.md';
const FOLDER = '.agents';
const IN_FOLDER = `${FOLDER}/AGENTS.md`;

/** Whether there is such a folder; a file of that name holds no instructions. */
async function hasFolder(access: PathAccess, context: BuiltInToolContext): Promise<boolean> {
  const { real, exists } = await guardPath(FOLDER, access, context);
  return exists && (await stat(real)).isDirectory();
}

/** The path, relative to the workspace, of the file that is there, or of the one to create. */
export async function findAgentsMd(access: PathAccess, context: BuiltInToolContext): Promise<string> {
  if ((await guardPath(IN_ROOT, access, context)).exists || !(await hasFolder(access, context))) return IN_ROOT;
  return (await guardPath(IN_FOLDER, access, context)).exists ? IN_FOLDER : IN_ROOT;
}
