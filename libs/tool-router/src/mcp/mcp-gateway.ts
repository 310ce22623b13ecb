import {
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { ShuttingDownException } from '../errors/shutting-down.exception.js';
import { ToolDefinitionException } from '../errors/tool-definition.exception.js';
import type { OpenAiTool } from '../tool/provider-tools.js';
import type { AuthorizationTarget } from './auth/authorization-target.js';
import { BackgroundWork } from './background-work.js';
import type { McpCallArguments } from './call-arguments.js';
import type { ConnectionOwner } from './connection/connection-owner.js';
import { FileMcpConfigSource } from './config/file-mcp-config-source.js';
import type { McpConfigSource } from './config/mcp-config-source.js';
import { ServerConnection } from './connection/server-connection.js';
import { waitBounded, WaitEnded } from './connection/wait-bounded.js';
import type { McpServerConfig } from './definition/mcp-server-config.js';
import { parseServerConfig } from './definition/parse-server-config.js';
import { createConnectionOwner } from './gateway-owner.js';
import { hostCall } from './host-call.js';
import { HostServers } from './host-servers.js';
import { authorizationTargetOf, HttpAccess } from './http-access.js';
import type { McpOptions } from './mcp-options.js';
import { mcpSettings, type McpSettings } from './mcp-settings.js';
import type { McpStatus } from './mcp-status.js';
import { ServerTable } from './pool/server-table.js';
import { UserClients } from './pool/user-clients.js';
import type { RemoteTools } from './remote-tools.js';
import { openAiTools } from './open-ai-tools.js';
import { ToolProjector } from './tool-projector.js';

export type { RemoteTools } from './remote-tools.js';

/** Milliseconds that the boot waits for the configuration; what comes later is used as soon as it is there. */
const CONFIGURATION_MS = 2_000;
/** Milliseconds in which everything has to be closed. */
const SHUTDOWN_MS = 8_000;
/** Users of templates that are remembered, per client that may be open. */
const RESTING_USERS_PER_CLIENT = 5;

/** Holds the connections to remote MCP servers, global ones and those of users, and offers their tools. */
export class McpGateway implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  private readonly settings: McpSettings;
  private readonly logger = new Logger(McpGateway.name);
  private readonly background = new BackgroundWork();
  private readonly http: HttpAccess;
  private readonly userClients: UserClients;
  private readonly owner: ConnectionOwner;
  private readonly table: ServerTable;
  private readonly hostServers: HostServers;
  private readonly projector: ToolProjector;
  private stopping?: Promise<void>;

  constructor(private readonly options: McpOptions = {}) {
    const { background, logger } = this;
    const http = new HttpAccess({
      ...(options.credentials ? { credentials: options.credentials } : {}),
      ...(options.tokenStore ? { tokenStore: options.tokenStore } : {}),
      warn: (text) => logger.warn(text),
    });
    this.http = http;
    const settings = mcpSettings(options);
    this.settings = settings;
    this.userClients = new UserClients(settings.userClients);
    this.owner = createConnectionOwner({
      settings,
      logger,
      http,
      background,
      userClients: this.userClients,
      options,
      toolsChanged: (connection) => this.table.toolsChanged(connection),
    });
    this.table = new ServerTable({
      create: (key, definition) => new ServerConnection(key, definition, this.owner),
      retired: (connection) => this.userClients.forget(connection),
      background: (work) => background.add(work),
      drainMs: settings.connections.requestTimeoutMs,
      maxRestingUsers: settings.userClients.maxUserClients * RESTING_USERS_PER_CLIENT,
    });
    this.hostServers = new HostServers(
      this.table,
      { envPlaceholders: options.envPlaceholders ?? [] },
      { background: (work) => background.add(work), problem: (text) => logger.error(text) },
      configSources(options),
    );
    this.projector = new ToolProjector(this.table, settings, (text) => logger.warn(text));
    this.hostServers.load(options.servers ?? {});
  }

  /**
   * Reads the configuration and connects what the application cannot do without; no other server is waited for.
   * @throws ToolRouterException when a required server cannot be reached
   */
  async onApplicationBootstrap(): Promise<void> {
    const reading = this.hostServers.firstReading;
    if (reading) await inTime(reading, CONFIGURATION_MS);
    const needed = this.hostServers.definitions.filter(({ required, scope }) => required && scope === 'global');
    const slots = this.table.globalSlots(needed.map(({ id }) => id));
    await Promise.all(slots.map((slot) => slot.active.connect()));
  }

  onModuleDestroy(): Promise<void> {
    return this.shutdown();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.shutdown();
  }

  /**
   * Adds a server for everybody (or a template, with `scope: 'user'`), or changes it: then the new server is connected
   * before it takes the place of the old one.
   * @throws ToolDefinitionException for an entry that is not valid
   * @throws ToolRouterException when a changed server cannot be reached; the old one stays in use until it can
   */
  async addMcpServer(serverId: string, config: McpServerConfig): Promise<void> {
    this.assertRunning();
    await this.hostServers.add(serverId, config);
  }

  /**
   * Adds or changes a server that only this user has.
   * @throws ToolDefinitionException for a blank user id, and for an entry that is not valid or not allowed to users
   */
  async addUserMcpServer(userId: string, serverId: string, config: McpServerConfig): Promise<void> {
    this.assertRunning();
    assertUserId(userId);
    const { userServers } = this.options;
    const definition = parseServerConfig(serverId, config, { author: 'user', ...(userServers ? { userServers } : {}) });
    if (definition.enabled) await this.table.setUserServer(userId, definition);
    else await this.table.removeUserServer(userId, serverId);
  }

  /** Removes a server of the host: its tools are gone at once, its connections after their calls. */
  async removeMcpServer(serverId: string): Promise<void> {
    await this.hostServers.remove(serverId);
  }

  /** Removes a server of one user. */
  async removeUserMcpServer(userId: string, serverId: string): Promise<void> {
    await this.table.removeUserServer(userId, serverId);
  }

  /** Removes all servers of exactly this user, and closes their connections. */
  async clearUserMcpServers(userId: string): Promise<void> {
    await this.table.clearUser(userId);
  }

  /** The tools of the named global servers. */
  async getAvailableTools(serverIds: readonly string[]): Promise<OpenAiTool[]> {
    return openAiTools(await this.projectGlobal(serverIds));
  }

  /** The tools of the named servers of one user. */
  async getUserAvailableTools(serverIds: readonly string[], userId: string): Promise<OpenAiTool[]> {
    return openAiTools(await this.projectUser(userId, serverIds));
  }

  /**
   * Runs a tool of a global server for host code, without any allowlist.
   * @param name the exposed name, or the server's own where only one global server has it
   * @throws ToolRouterException
   */
  async callTool(name: string, args?: McpCallArguments): Promise<string> {
    return hostCall(await this.projectGlobal(undefined), name, args);
  }

  /** Runs a tool of one of the user's servers for host code; never one of a global server. @throws ToolRouterException */
  async callUserTool(userId: string, name: string, args?: McpCallArguments): Promise<string> {
    return hostCall(await this.projectUser(userId, undefined), name, args, { userId });
  }

  /** Reads the list of a server's tools again. @throws ToolRouterException when that fails; the last list stays */
  async refreshTools(serverId: string, userId?: string): Promise<void> {
    await Promise.all(this.connectionsOf(serverId, userId).map((connection) => connection.refresh()));
  }

  /** Accepts the tools of a server as it describes them now; see the option `strictDrift`. */
  approveTools(serverId: string, userId?: string): void {
    for (const connection of this.connectionsOf(serverId, userId)) connection.approveTools();
  }

  /**
   * Begins a sign-in with OAuth, or goes on with one that was begun.
   * @returns where the host sends the user
   * @throws AuthRequiredException when the authorization server does not take part
   */
  async startAuthorization(serverId: string, userId?: string): Promise<string> {
    return this.http.authorizations.startAuthorization(this.authorizationTarget(serverId, userId));
  }

  /**
   * Finishes a sign-in with what the authorization server sent the user back with.
   * @param userId the user as the host's own session knows the one who came back
   * @throws AuthRequiredException when the state is not the one of this user's running sign-in, or the code is refused
   */
  async finishAuthorization(
    serverId: string,
    userId: string | undefined,
    answer: { readonly code: string; readonly state: string },
  ): Promise<void> {
    const target = this.authorizationTarget(serverId, userId);
    await this.http.authorizations.finishAuthorization(target, answer.code, answer.state);
    for (const connection of this.connectionsOf(serverId, userId)) connection.retryNow();
  }

  /** Forgets the tokens of a user, or those of a global server. */
  async forgetAuthorization(serverId: string, userId?: string): Promise<void> {
    await this.http.authorizations.forget(this.authorizationTarget(serverId, userId));
  }

  /** How every connection is. */
  getStatus(): McpStatus {
    return {
      connections: this.table.connections.map((connection) => connection.status()),
      problems: this.hostServers.problems,
    };
  }

  /** Whether a global server exists, or with a user id one of this user's own. */
  hasServer(serverId: string, userId?: string): boolean {
    if (userId === undefined) return this.table.globals.has(serverId);
    return isUserId(userId) && this.table.hasUserServer(userId, serverId);
  }

  /** The tools of global servers for one request; a promise only while a list is not known. */
  projectGlobal(serverIds: readonly string[] | undefined): RemoteTools | Promise<RemoteTools> {
    return this.whenConfigured(() => this.projector.global(serverIds));
  }

  /** The tools of one user's servers for one request; a promise only while a list is not known. */
  projectUser(userId: string, serverIds: readonly string[] | undefined): RemoteTools | Promise<RemoteTools> {
    if (!isUserId(userId)) return this.projector.nothing;
    return this.whenConfigured(() => this.projector.user(userId, serverIds));
  }

  /** Whose tool a name of the shape `user_{id}_tool_{tool}` stands for. For host code only: a model's word is no identity. */
  ownerOfUserToolName(name: string): { readonly userId: string } | undefined {
    const userId = this.projector.ownerOf(name);
    return userId === undefined ? undefined : { userId };
  }

  private whenConfigured<T>(read: () => T | Promise<T>): T | Promise<T> {
    const reading = this.hostServers.firstReading;
    return reading ? inTime(reading, this.settings.connections.connectTimeoutMs).then(read) : read();
  }

  private authorizationTarget(serverId: string, userId: string | undefined): AuthorizationTarget {
    const [connection] = this.connectionsOf(serverId, userId);
    const target = connection && authorizationTargetOf(connection);
    if (target) return target;
    const where = `The MCP server ${JSON.stringify(serverId)}`;
    throw new ToolDefinitionException(where, 'is not known, or does not use OAuth.', 'Give it an auth of type oauth.');
  }

  private connectionsOf(serverId: string, userId: string | undefined): readonly ServerConnection[] {
    const slots = userId === undefined ? this.table.globalSlots([serverId]) : this.table.userSlots(userId, [serverId]);
    return slots.map((slot) => slot.active);
  }

  private assertRunning(): void {
    if (!this.stopping) return;
    throw new ShuttingDownException({ modelMessage: 'The application is shutting down.' });
  }

  private shutdown(): Promise<void> {
    return (this.stopping ??= this.stop());
  }

  private async stop(): Promise<void> {
    this.userClients.stop();
    const everything = Promise.all([this.hostServers.stop(), this.table.closeAll()]);
    await inTime(
      everything.then(() => this.background.settled()),
      SHUTDOWN_MS,
    );
    await this.http.close();
  }
}

function configSources({ configFile, configSources: sources = [] }: McpOptions): readonly McpConfigSource[] {
  return configFile === undefined ? sources : [new FileMcpConfigSource(configFile), ...sources];
}

/** Waits for work, but not for ever. */
async function inTime(work: Promise<unknown>, ms: number): Promise<void> {
  await waitBounded(work, undefined, Date.now() + ms).catch((error: unknown) => {
    if (!(error instanceof WaitEnded)) throw error;
  });
}

function isUserId(userId: string): boolean {
  return userId.trim() !== '';
}

function assertUserId(userId: string): void {
  if (!isUserId(userId)) throw new ToolDefinitionException('The user id', 'is blank.', 'Pass the authenticated one.');
}
