import type { ToolContext } from '../../../tool/tool-context.js';

/** Whom background processes belong to. Two values, never joined into one text. */
export interface ProcessOwner {
  readonly userId: string | undefined;
  readonly sessionId: string | undefined;
}

const named = (id: string | undefined): string | undefined => (id === undefined || id.trim() === '' ? undefined : id);

/** The owner that a request speaks for. */
export function ownerOf(context: ToolContext): ProcessOwner {
  return { userId: named(context.userId), sessionId: named(context.sessionId) };
}
