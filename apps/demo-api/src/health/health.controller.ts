import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { McpGateway } from 'nestjs-tool-router';

/** One of everybody's servers; users' own are nobody else's business. */
interface ServerHealth {
  readonly id: string;
  readonly state: string;
}

@ApiTags('health')
@Controller('health')
export class HealthController {
  constructor(private readonly gateway: McpGateway) {}

  @Get()
  @ApiOperation({ summary: 'Whether the API is up, and the state of the servers behind it' })
  get(): { status: 'ok'; servers: readonly ServerHealth[] } {
    const servers = this.gateway
      .getStatus()
      .connections.filter((connection) => connection.scope === 'global')
      .map(({ serverId, state }) => ({ id: serverId, state }));
    return { status: 'ok', servers };
  }
}
