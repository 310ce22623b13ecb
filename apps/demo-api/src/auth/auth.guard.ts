import { Injectable, UnauthorizedException, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DemoUser } from './demo-user.js';
import { DemoUsersService } from './demo-users.service.js';

/** A request after the guard: it has a user, and nothing later may change who that is. */
export interface AuthenticatedRequest extends IncomingMessage {
  user: DemoUser;
  /** Put there by Express. */
  readonly res?: ServerResponse;
}

/** Turns a bearer token into the user of the request. */
@Injectable()
export class AuthGuard implements CanActivate {
  constructor(private readonly users: DemoUsersService) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
    const user = token === undefined ? undefined : this.users.userOf(token);
    if (user === undefined)
      throw new UnauthorizedException('Send the header "Authorization: Bearer <token of a demo user>".');
    request.user = user;
    return true;
  }
}
