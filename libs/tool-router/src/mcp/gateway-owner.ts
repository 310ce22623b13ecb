import { AsyncResource } from 'node:async_hooks';
import type { Logger } from '@nestjs/common';
import type { BackgroundWork } from './background-work.js';
import type { ConnectionHandle } from './connection/connection-handle.js';
import { connectionLabel } from './connection/connection-key.js';
import type { ConnectionOwner } from './connection/connection-owner.js';
import type { HttpAccess } from './http-access.js';
import type { McpElicitationHandler } from './mcp-elicitation.js';
import type { McpEvent } from './mcp-events.js';
import type { McpOptions } from './mcp-options.js';
import type { McpSettings } from './mcp-settings.js';
import type { UserClients } from './pool/user-clients.js';

/** What connections reach of the gateway. */
export interface GatewayParts {
  readonly settings: McpSettings;
  readonly logger: Logger;
  readonly http: HttpAccess;
  readonly userClients: UserClients;
  readonly background: BackgroundWork;
  readonly options: Pick<McpOptions, 'onEvent' | 'onElicitation'>;
  /** Tools of a connection changed. */
  readonly toolsChanged: (connection: ConnectionHandle) => void;
}

/** Joins the parts of a gateway to what its connections need. */
export function createConnectionOwner(parts: GatewayParts): ConnectionOwner {
  const { settings, logger, http, userClients, background } = parts;
  const { onEvent, onElicitation } = parts.options;
  // Made with the gateway, so it belongs to no call: what runs in it sees no user, and keeps no call in memory.
  const scope = new AsyncResource('McpGateway');
  const detached = <T>(work: () => T): T => scope.runInAsyncScope(work);
  return {
    settings: settings.connections,
    detached,
    ...(onElicitation ? { elicit: guarded(onElicitation, logger) } : {}),
    fetchFor: (connection) => http.fetchFor(connection),
    authorizationUrl: (connection) => http.signInUrl(connection),
    admit: (connection) => userClients.admit(connection),
    wanted: (connection) => userClients.isWanted(connection),
    released: (connection) => detached(() => userClients.released(connection)),
    toolsChanged: (connection) => parts.toolsChanged(connection),
    warn: (text) => logger.warn(text),
    debug: (text) => logger.debug(text),
    background: (work) => background.add(work),
    emit(event) {
      if (event.type === 'state') logState(logger, event);
      try {
        if (onEvent) detached(() => onEvent(event));
      } catch (error) {
        logger.warn(`The listener for MCP events threw: ${String(error)}`);
      }
    },
  };
}

/** A server does not learn what the host's own code fails with. */
function guarded(handler: McpElicitationHandler, logger: Logger): McpElicitationHandler {
  return async (elicitation) => {
    try {
      return await handler(elicitation);
    } catch (error) {
      logger.warn(`The handler for questions of MCP servers failed: ${String(error)}`);
      return { action: 'cancel' };
    }
  };
}

function logState(logger: Logger, event: Extract<McpEvent, { type: 'state' }>): void {
  const text = `MCP server ${connectionLabel(event)}: ${event.state}${event.reason === undefined ? '' : ` (${event.reason})`}`;
  if (event.state === 'idle' || event.state === 'connecting') logger.debug(text);
  else if (event.state === 'connected') logger.log(text);
  else logger.warn(text);
}
