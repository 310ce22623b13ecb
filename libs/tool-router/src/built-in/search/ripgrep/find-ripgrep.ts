import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function packaged(): Promise<string | undefined> {
  try {
    const { rgPath } = await import('@vscode/ripgrep');
    return (await isProgram(rgPath)) ? rgPath : undefined;
  } catch {
    return undefined; // Installed without optional packages, or on a platform without one.
  }
}

async function onPath(path: string): Promise<string | undefined> {
  const name = process.platform === 'win32' ? 'rg.exe' : 'rg';
  // A relative entry would let the workspace bring its own program.
  const folders = path.split(delimiter).filter((folder) => isAbsolute(folder));
  for (const folder of folders) {
    if (await isProgram(join(folder, name))) return join(folder, name);
  }
  return undefined;
}

/** Looks for ripgrep: the one that comes with the package, then the host's own. */
export async function findRipgrep(path = process.env['PATH'] ?? ''): Promise<string | undefined> {
  return (await packaged()) ?? (await onPath(path));
}
