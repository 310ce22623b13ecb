import {
  BadRequestException,
  Body,
  ConflictException,
  Controller,
  Delete,
  Get,
  HttpCode,
  NotFoundException,
  Param,
  Put,
  UseGuards,
} from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { McpGateway, ToolDefinitionException, ToolRouterException, type McpServerConfig } from 'nestjs-tool-router';
import { AuthGuard } from '../auth/auth.guard.js';
import { CurrentUser } from '../auth/current-user.decorator.js';
import type { DemoUser } from '../auth/demo-user.js';
import { OwnServerDto } from './own-server.dto.js';
import { MAX_SERVERS, OwnServersStore, type OwnServer } from './own-servers.store.js';

/** The remote MCP servers that the user brings along; nobody else ever sees them. */
@ApiTags('my servers')
@ApiBearerAuth()
@UseGuards(AuthGuard)
@Controller('me/mcp-servers')
export class OwnServersController {
  constructor(
    private readonly gateway: McpGateway,
    private readonly store: OwnServersStore,
  ) {}

  @Get()
  @ApiOperation({ summary: 'My servers' })
  list(@CurrentUser() user: DemoUser): readonly OwnServer[] {
    return this.store.serversOf(user.id);
  }

  @Get(':id')
  @ApiOperation({ summary: 'One of my servers' })
  get(@CurrentUser() user: DemoUser, @Param('id') id: string): OwnServer {
    const server = this.store.serversOf(user.id).find((each) => each.id === id);
    if (server === undefined) throw new NotFoundException('You have no server of this id.');
    return server;
  }

  @Put(':id')
  @ApiOperation({ summary: 'Registers a server, or replaces the one of this id' })
  async put(
    @CurrentUser() user: DemoUser,
    @Param('id') id: string,
    @Body() { url, headers }: OwnServerDto,
  ): Promise<OwnServer> {
    if (!this.store.hasRoomFor(user.id, id)) throw new ConflictException(`You have ${MAX_SERVERS} servers already.`);
    await this.#register(user.id, id, { url, ...(headers === undefined ? {} : { headers }) });
    const server = { id, url };
    this.store.put(user.id, server);
    return server;
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({ summary: 'Forgets a server and closes its connection' })
  async remove(@CurrentUser() user: DemoUser, @Param('id') id: string): Promise<void> {
    if (!this.store.remove(user.id, id)) throw new NotFoundException('You have no server of this id.');
    await this.gateway.removeUserMcpServer(user.id, id);
  }

  async #register(userId: string, id: string, config: McpServerConfig): Promise<void> {
    try {
      await this.gateway.addUserMcpServer(userId, id, config);
    } catch (error) {
      if (error instanceof ToolDefinitionException) throw new BadRequestException(error.message);
      if (!ToolRouterException.is(error) || error.code === 'shutting_down') throw error;
      // The gateway keeps the old server while the new one cannot be reached; the user asked for the new one.
      await this.gateway.removeUserMcpServer(userId, id);
      await this.gateway.addUserMcpServer(userId, id, config);
    }
  }
}
