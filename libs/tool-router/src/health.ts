export { McpHealthIndicator, type McpHealthOptions } from './mcp/health/mcp-health.indicator.js';
