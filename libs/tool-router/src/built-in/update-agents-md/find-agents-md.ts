import type { BuiltInToolContext } from '../../tool/built-in-tool-context.js';
import { guardPath, type PathAccess } from '../workspace/path-guard.js';

const IN_ROOT = 'AGENTS.md';
const IN_FOLDER = '.agents/AGENTS.md';

/** The path, relative to the workspace, of the file that is there, or of the one to create. */
export async function findAgentsMd(access: PathAccess, context: BuiltInToolContext): Promise<string> {
  if ((await guardPath(IN_ROOT, access, context)).exists) return IN_ROOT;
  return (await guardPath(IN_FOLDER, access, context)).exists ? IN_FOLDER : IN_ROOT;
}
