import { createFile } from './atomic-write.js';
import { makeParents, removeFolders } from './make-parents.js';

/**
 * Creates a file and the folders above it; where the file cannot be created, no new folder is left.
 * @param real a real path from the guard
 * @throws what `makeParents` and `createFile` throw
 */
export async function createWithParents(real: string, bytes: Uint8Array): Promise<void> {
  const created = await makeParents(real);
  try {
    await createFile(real, bytes);
  } catch (error) {
    await removeFolders(created);
    throw error;
  }
}
