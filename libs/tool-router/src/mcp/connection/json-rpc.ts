import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';

/** What one JSON value from the wire turned out to be. */
export type WireReading =
  | { readonly kind: 'message'; readonly message: JSONRPCMessage }
  | { readonly kind: 'malformed'; readonly id?: RequestId; readonly problem: string };

type Fields = Readonly<Record<string, unknown>>;

/**
 * Checks one JSON-RPC message by hand, and keeps the id of a broken reply so that its request can fail at once.
 * Members that JSON-RPC does not know are dropped: the SDK would refuse the whole message for them.
 */
export function readJsonRpc(value: unknown): WireReading {
  if (!isObject(value)) return { kind: 'malformed', problem: 'a message is not an object' };
  if (typeof value['method'] === 'string') return readMethod(value, value['method']);
  const id = idOf(value['id']);
  const problem = replyProblem(value, id);
  if (problem !== undefined)
    return id === undefined ? { kind: 'malformed', problem } : { kind: 'malformed', id, problem };
  const body = 'result' in value ? { result: value['result'] } : { error: value['error'] };
  return { kind: 'message', message: { jsonrpc: '2.0', id, ...body } as JSONRPCMessage };
}

function readMethod(value: Fields, method: string): WireReading {
  if (value['jsonrpc'] !== '2.0') return { kind: 'malformed', problem: `"${method}" lacks "jsonrpc": "2.0"` };
  const params = value['params'];
  if (params !== undefined && !isObject(params)) {
    return { kind: 'malformed', problem: `the params of "${method}" are not an object` };
  }
  const id = idOf(value['id']);
  const message = { jsonrpc: '2.0', method, ...(id === undefined ? {} : { id }), ...(params ? { params } : {}) };
  return { kind: 'message', message: message as JSONRPCMessage };
}

function replyProblem(value: Fields, id: RequestId | undefined): string | undefined {
  if (id === undefined) return 'a reply has no usable id';
  if (value['jsonrpc'] !== '2.0') return 'a reply lacks "jsonrpc": "2.0"';
  const hasResult = value['result'] !== undefined;
  const hasError = value['error'] !== undefined;
  if (hasResult && hasError) return 'a reply has both a result and an error';
  if (hasResult) return resultProblem(value['result']);
  if (hasError) return errorProblem(value['error']);
  return 'a reply has neither a result nor an error';
}

function resultProblem(result: unknown): string | undefined {
  if (!isObject(result)) return 'the result of a reply is not an object';
  const meta = result['_meta'];
  if (meta === undefined) return undefined;
  if (!isObject(meta)) return 'the "_meta" of a result is not an object';
  const token = meta['progressToken'];
  return token === undefined || idOf(token) !== undefined ? undefined : 'the progress token of a result is invalid';
}

function errorProblem(error: unknown): string | undefined {
  if (!isObject(error)) return 'the error of a reply is not an object';
  if (!Number.isSafeInteger(error['code'])) return 'the error code of a reply is not an integer';
  if (typeof error['message'] !== 'string') return 'the error of a reply has no message';
  return undefined;
}

function idOf(value: unknown): RequestId | undefined {
  return typeof value === 'string' || Number.isSafeInteger(value) ? (value as RequestId) : undefined;
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
