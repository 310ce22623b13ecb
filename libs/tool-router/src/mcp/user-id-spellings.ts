import { spellUserId } from './names/spell-user-id.js';
import { splitUserToolName } from './names/user-tool-name.js';

const MAX_REMEMBERED = 10_000;

/** Finds the users behind the spellings of their ids in tool names; ids that are spelled as a hash are remembered. */
export class UserIdSpellings {
  private readonly hashed = new Map<string, string>();

  /** Remembers a user whose tools are about to be named. */
  remember(userId: string): void {
    const spelled = spellUserId(userId);
    if (spelled === userId) return;
    this.hashed.delete(spelled);
    this.hashed.set(spelled, userId);
    if (this.hashed.size <= MAX_REMEMBERED) return;
    const oldest = this.hashed.keys().next();
    if (!oldest.done) this.hashed.delete(oldest.value);
  }

  /** Whose tool an exposed name stands for. */
  ownerOf(toolName: string): string | undefined {
    const spelled = splitUserToolName(toolName)?.spelledId;
    if (spelled === undefined || spelled.trim() === '') return undefined;
    return this.hashed.get(spelled) ?? (spellUserId(spelled) === spelled ? spelled : undefined);
  }
}
