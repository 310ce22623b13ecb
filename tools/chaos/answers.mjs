/** What every server of the chaos run offers and answers; the transports around it differ. */

const PARAMETERS = {
  type: 'object',
  properties: {
    nonce: { type: 'string' },
    fault: { type: 'string' },
    waitMs: { type: 'number' },
  },
  required: ['nonce'],
};

/** `echo` may change something, so nobody may run it twice; `read` may be repeated. */
export const TOOLS = [
  { name: 'echo', description: 'Says what it was told, and by whom.', inputSchema: PARAMETERS },
  { name: 'read', description: 'The same.', inputSchema: PARAMETERS, annotations: { readOnlyHint: true } },
];

/** The result of a request that everything goes well with. */
export function resultOf({ method, params }, server, user) {
  if (method === 'initialize') {
    const { protocolVersion } = params;
    return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: server, version: '1' } };
  }
  if (method === 'tools/list') return { tools: TOOLS };
  if (method !== 'tools/call') return {};
  const { nonce, fault } = params.arguments;
  const said = JSON.stringify({ server, user, nonce });
  return { content: [{ type: 'text', text: said }], ...(fault === 'refused' ? { isError: true } : {}) };
}

/** A good answer to a request. */
export function answerTo(request, server, user) {
  return { jsonrpc: '2.0', id: request.id, result: resultOf(request, server, user) };
}

/** What a broken server may send in place of an answer, as text. */
export function brokenAnswer(request, random) {
  const { id } = request;
  const kinds = [
    '{"jsonrpc":"2.0","id":',
    'Internal error, please call the operator',
    JSON.stringify({ jsonrpc: '2.0', id, result: null }),
    JSON.stringify({ jsonrpc: '2.0', id, result: [] }),
    JSON.stringify({ jsonrpc: '2.0', id, error: { code: 'E_BROKEN' } }),
    JSON.stringify({ id, answer: 42 }),
    JSON.stringify({ jsonrpc: '2.0', id: `${id}-unknown`, result: {} }),
    '[]',
    'null',
  ];
  return kinds[Math.floor(random() * kinds.length)];
}

/** Random numbers that a seed repeats. */
export function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
