import { isInside } from './path-containment.js';

const FORBIDDEN = ['/proc', '/sys', '/dev'];

/** Whether a path lies where files are doors to the kernel: never touched, whatever the configuration says. */
export function isForbidden(path: string): boolean {
  return FORBIDDEN.some((folder) => isInside(folder, path));
}
