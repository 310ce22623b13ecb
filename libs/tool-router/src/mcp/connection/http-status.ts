import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { SseError } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** The HTTP status that a failure of the SDK's transports stands for; undefined for other failures. */
export function httpStatusOf(error: unknown): number | undefined {
  if (error instanceof UnauthorizedError) return 401;
  if (error instanceof StreamableHTTPError || error instanceof SseError) {
    return error.code !== undefined && error.code > 0 ? error.code : undefined;
  }
  return undefined;
}
