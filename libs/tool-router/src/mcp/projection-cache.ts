import type { ProjectedTools } from './project-tools.js';

const MAX_ENTRIES = 256;

/** The projections of one scope, as long as nothing about its servers changes. */
export class ProjectionCache {
  private readonly entries = new Map<string, ProjectedTools>();

  /** The tools of a selection, unless one of its servers may have a list by now that was not known then. */
  get(serverIds: readonly string[] | undefined): ProjectedTools | undefined {
    const found = this.entries.get(keyOf(serverIds));
    return found?.slots.every((slot) => slot.active.settled) ? found : undefined;
  }

  set(serverIds: readonly string[] | undefined, tools: ProjectedTools): void {
    const key = keyOf(serverIds);
    this.entries.delete(key);
    this.entries.set(key, tools);
    if (this.entries.size <= MAX_ENTRIES) return;
    const oldest = this.entries.keys().next();
    if (!oldest.done) this.entries.delete(oldest.value);
  }

  clear(): void {
    this.entries.clear();
  }
}

function keyOf(serverIds: readonly string[] | undefined): string {
  return serverIds === undefined ? '*' : JSON.stringify(serverIds);
}
