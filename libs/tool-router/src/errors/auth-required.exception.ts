import { ToolRouterException, type ToolRouterExceptionOptions } from './tool-router.exception.js';

/** The user has to sign in to the server behind the tool. */
export class AuthRequiredException extends ToolRouterException {
  readonly code = 'auth_required';
  readonly serverId: string;
  /** Where the host may send the user; never part of the model's text. */
  readonly authorizationUrl?: string;

  constructor(options: ToolRouterExceptionOptions & { readonly serverId: string; readonly authorizationUrl?: string }) {
    super(options);
    this.serverId = options.serverId;
    this.authorizationUrl = options.authorizationUrl;
  }
}
