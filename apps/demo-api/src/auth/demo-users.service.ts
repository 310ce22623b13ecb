import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { DemoUser } from './demo-user.js';

const USERS: readonly DemoUser[] = [
  { id: 'ana', role: 'engineer' },
  { id: 'ben', role: 'support' },
];

/** The users of the demonstration, each with a bearer token that lasts as long as the process. */
@Injectable()
export class DemoUsersService {
  readonly #byToken = new Map<string, DemoUser>(USERS.map((user) => [randomBytes(18).toString('base64url'), user]));

  userOf(token: string): DemoUser | undefined {
    return this.#byToken.get(token);
  }

  /** For the start of the process and for tests: a real application would never hand these out. */
  credentials(): readonly (DemoUser & { readonly token: string })[] {
    return [...this.#byToken].map(([token, user]) => ({ ...user, token }));
  }
}
