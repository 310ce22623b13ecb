import { DiscoveryModule } from '@golevelup/nestjs-discovery';
import { ModulesContainer } from '@nestjs/core';
import { Test, type TestingModule } from '@nestjs/testing';
import { DiscoveryService } from '@golevelup/nestjs-discovery';
import { CodingToolSet } from '../built-in/coding-tool-set.js';
import { FunctionCall } from '../discovery/decorators/function-call.decorator.js';
import { McpService } from '../discovery/decorators/mcp-service.decorator.js';
import { McpTool } from '../discovery/decorators/mcp-tool.decorator.js';
import { ToolExplorer } from '../discovery/tool.explorer.js';
import { McpGateway } from '../mcp/mcp-gateway.js';
import { startTestMcpServer, type TestMcpServer } from '../testing/test-mcp-server.js';
import { BuiltInSource } from './built-in.source.js';
import { FunctionSource } from './function.source.js';
import { GlobalMcpSource } from './global-mcp.source.js';
import { LocalMcpSource } from './local-mcp.source.js';
import { describeToolSource } from './tool-source.contract.js';
import { UserMcpSource } from './user-mcp.source.js';

@FunctionCall({ name: 'add', description: 'Adds' })
class Add {
  apply() {
    return 1;
  }
}

@FunctionCall({ name: 'subtract', description: 'Subtracts' })
class Subtract {
  apply() {
    return 1;
  }
}

@McpService({ name: 'clock' })
class Clock {
  @McpTool()
  now() {
    return 0;
  }
  @McpTool()
  zone() {
    return 'UTC';
  }
}

let module: TestingModule;
let gateway: McpGateway;
let server: TestMcpServer;
let explorer: ToolExplorer;

beforeAll(async () => {
  module = await Test.createTestingModule({ imports: [DiscoveryModule], providers: [Add, Subtract, Clock] }).compile();
  const container = module.get(ModulesContainer, { strict: false });
  explorer = new ToolExplorer(container, module.get(DiscoveryService, { strict: false }), 'json');
  server = await startTestMcpServer([
    { name: 'read', answer: () => 'read' },
    { name: 'list/all', answer: () => 'listed' },
  ]);
  gateway = new McpGateway({
    servers: { docs: { url: server.url } },
    userServers: { allowHttp: true, allowPrivate: true },
  });
  await gateway.addUserMcpServer('ann', 'notes', { url: server.url });
});

afterAll(async () => {
  await gateway.onModuleDestroy();
  await server.close();
  await module.close();
});

const remoteNames = async (tools: Promise<readonly { function: { name: string } }[]>) =>
  (await tools).map((tool) => tool.function.name);

describeToolSource('built-in', async () => {
  const names = ['read_file', 'grep'];
  return { source: new BuiltInSource(new CodingToolSet(names, undefined)), context: {}, functions: names, names };
});

describeToolSource('user-mcp', async () => {
  const names = await remoteNames(gateway.getUserAvailableTools(['notes'], 'ann'));
  expect(names).toHaveLength(2);
  return { source: new UserMcpSource(gateway), context: { userId: 'ann' }, servers: { user: ['notes'] }, names };
});

describeToolSource('local-mcp', async () => ({
  source: new LocalMcpSource(explorer),
  context: {},
  functions: ['clock_zone'],
  servers: { local: ['clock'] },
  names: ['clock_now', 'clock_zone'],
}));

describeToolSource('function', async () => ({
  source: new FunctionSource(explorer),
  context: {},
  functions: ['subtract', 'add'],
  names: ['add', 'subtract'],
}));

describeToolSource('global-mcp', async () => {
  const names = await remoteNames(gateway.getAvailableTools(['docs']));
  expect(names).toHaveLength(2);
  return { source: new GlobalMcpSource(gateway), context: {}, servers: { global: ['docs'] }, names };
});
