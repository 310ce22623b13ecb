import { TerminusModule } from '@nestjs/terminus';
import { Test } from '@nestjs/testing';
import { McpHealthIndicator } from '../../health.js';
import { tool } from '../fixtures/http-mcp-server.js';
import { closeAll, testGateway, testServer } from '../fixtures/test-gateway.js';
import { McpGateway } from '../mcp-gateway.js';

const DEAD = 'http://127.0.0.1:9/mcp';

afterEach(closeAll);

async function indicatorOf(gateway: McpGateway): Promise<McpHealthIndicator> {
  const module = await Test.createTestingModule({
    imports: [TerminusModule],
    providers: [McpHealthIndicator, { provide: McpGateway, useValue: gateway }],
  }).compile();
  return module.get(McpHealthIndicator);
}

describe('McpHealthIndicator', () => {
  it('is up as long as the servers that decide are not known to be broken', async () => {
    const server = await testServer([tool('look')]);
    const gateway = testGateway({
      servers: { web: { url: server.url }, dead: { url: DEAD }, unused: { url: DEAD, required: true } },
    });
    await gateway.getAvailableTools(['web', 'dead']);
    const indicator = await indicatorOf(gateway);
    const servers = { web: 'connected', dead: 'backoff', unused: 'idle' };
    expect(indicator.isHealthy()).toEqual({ mcp: { status: 'up', servers } });
    expect(indicator.isHealthy('remote', { servers: ['web'] })).toEqual({ remote: { status: 'up', servers } });
    expect(indicator.isHealthy('remote', { servers: ['web', 'dead', 'other'] })).toEqual({
      remote: { status: 'down', servers, broken: ['dead', 'other'] },
    });
    await gateway.getAvailableTools(['unused']);
    expect(indicator.isHealthy()).toMatchObject({ mcp: { status: 'down', broken: ['unused'] } });
  });
});
