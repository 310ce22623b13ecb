const START = 'user_';
const BORDER = '_tool_';

/** What an exposed name of a user's tool consists of. */
export interface UserToolName {
  /** The id as `spellUserId` writes it. */
  readonly spelledId: string;
  readonly rest: string;
}

/** What every exposed name of one user begins with. */
export function userToolPrefix(spelledId: string): string {
  return `${START}${spelledId}${BORDER}`;
}

/** Takes a name of the shape `user_{id}_tool_{tool}` apart; for host code only, names from a model are never decoded. */
export function splitUserToolName(name: string): UserToolName | undefined {
  if (!name.startsWith(START)) return undefined;
  const border = name.indexOf(BORDER, START.length + 1);
  if (border < 0 || border + BORDER.length === name.length) return undefined;
  return { spelledId: name.slice(START.length, border), rest: name.slice(border + BORDER.length) };
}
