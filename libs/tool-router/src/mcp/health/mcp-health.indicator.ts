import { Inject, Injectable } from '@nestjs/common';
import { HealthIndicatorService, type HealthIndicatorResult } from '@nestjs/terminus';
import type { ConnectionState, ConnectionStatus } from '../connection/connection-status.js';
import { McpGateway } from '../mcp-gateway.js';

/** Which servers decide. */
export interface McpHealthOptions {
  /** Ids of global servers; those that the configuration marks as `required` unless given. */
  readonly servers?: readonly string[];
}

/** States in which nothing is known to be wrong. */
const WELL: ReadonlySet<ConnectionState> = new Set(['idle', 'connecting', 'connected']);

/** Tells `@nestjs/terminus` how the global MCP servers are; it looks at the states and sends nothing. */
@Injectable()
export class McpHealthIndicator {
  constructor(
    @Inject(HealthIndicatorService) private readonly indicators: HealthIndicatorService,
    @Inject(McpGateway) private readonly gateway: McpGateway,
  ) {}

  /**
   * Down when one of the servers that decide cannot be used; the others are only shown.
   * @param key the name of the record in the answer
   */
  isHealthy(key = 'mcp', options: McpHealthOptions = {}): HealthIndicatorResult {
    const indicator = this.indicators.check(key);
    const global = this.gateway.getStatus().connections.filter(({ scope }) => scope === 'global');
    const known = new Map(global.map((status) => [status.serverId, status]));
    const deciding = options.servers ?? global.filter(({ required }) => required).map(({ serverId }) => serverId);
    const broken = deciding.filter((id) => !isWell(known.get(id)));
    const servers = Object.fromEntries(global.map(({ serverId, state }) => [serverId, state]));
    return broken.length === 0 ? indicator.up({ servers }) : indicator.down({ servers, broken });
  }
}

function isWell(status: ConnectionStatus | undefined): boolean {
  return status !== undefined && WELL.has(status.state);
}
