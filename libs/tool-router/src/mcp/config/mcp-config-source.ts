import type { McpServerConfigs } from '../definition/mcp-server-config.js';

/** Where server definitions of the host come from. A database becomes a source by implementing this. */
export interface McpConfigSource {
  /**
   * All entries as they are now. Rejecting means that nothing is known, and the entries that were listed last stay;
   * an empty answer means that there are none.
   */
  list(): McpServerConfigs | Promise<McpServerConfigs>;
  /**
   * Calls `onChange` after every change, from now on; the entries are then listed anew.
   * @returns a function that ends the watch and releases what it holds
   */
  watch?(onChange: () => void): () => void | Promise<void>;
}
