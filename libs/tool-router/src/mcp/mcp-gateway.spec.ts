import { McpGateway } from './mcp-gateway.js';

const everything = require.resolve('@modelcontextprotocol/server-everything/dist/index.js');

describe('McpGateway with a server process', () => {
  it('lists, calls and leaves no process behind', async () => {
    const gateway = new McpGateway({
      servers: { everything: { command: process.execPath, args: [everything, 'stdio'] } },
    });
    const tools = await gateway.getAvailableTools(['everything']);
    expect(tools.map((tool) => tool.function.name)).toContain('echo');
    expect(await gateway.callTool('echo', { message: 'hello' })).toBe('Echo: hello');
    const { pid } = gateway.getStatus().connections[0]!;
    await gateway.onModuleDestroy();
    expect(() => process.kill(pid!, 0)).toThrow('ESRCH');
  });
});
