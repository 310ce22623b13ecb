import type { McpError } from '@modelcontextprotocol/sdk/types.js';

/** Codes of JSON-RPC errors, as plain numbers: a server may answer with any other one too. */
export const RPC_CODES = {
  connectionClosed: -32_000,
  requestTimeout: -32_001,
  methodNotFound: -32_601,
  invalidParams: -32_602,
} as const;

/** Whether an error carries a code. */
export function hasCode(error: McpError, name: keyof typeof RPC_CODES): boolean {
  const code: number = error.code;
  return code === RPC_CODES[name];
}
