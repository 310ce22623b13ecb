export {
  startTestMcpServer,
  type TestMcpServer,
  type TestMcpServerOptions,
  type TestMcpTool,
} from './testing/test-mcp-server.js';
