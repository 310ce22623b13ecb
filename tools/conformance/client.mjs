/**
 * The client under test: a `McpGateway` as an application would hold it, driven through its public methods only.
 * The suite gives the address of its server as the last argument and the scenario in the environment.
 */
import { Logger } from '@nestjs/common';
import { AuthRequiredException, McpGateway } from 'nestjs-tool-router';

const SERVER = 'suite';
const USER = 'somebody';
const REDIRECT_URL = 'http://localhost:3000/callback';
/** A host would ask a person; each round stands for one visit of the sign-in page. */
const MAX_SIGN_INS = 3;

const ARGUMENTS = new Map([['add_numbers', { a: 5, b: 3 }]]);

const url = process.argv.at(-1);
const scenario = process.env['MCP_CONFORMANCE_SCENARIO'] ?? '';
const context = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}');

Logger.overrideLogger(['error', 'warn']);
// The suite's servers are on the loopback, where users' servers may not be unless the host says so.
const gateway = new McpGateway({
  userServers: { allowPrivate: true, allowHttp: true },
  // A person who agrees to everything and fills nothing in.
  onElicitation: async () => ({ action: 'accept', content: {} }),
});
let signIns = 0;
try {
  await gateway.onApplicationBootstrap();
  await gateway.addUserMcpServer(USER, SERVER, {
    type: 'streamable_http',
    url,
    ...(scenario.startsWith('auth/') ? { auth: oauth() } : {}),
  });
  const tools = await signedIn(listed);
  for (const tool of tools) await signedIn(() => called(tool));
} finally {
  await gateway.onModuleDestroy();
}

function oauth() {
  return {
    type: 'oauth',
    redirectUrl: REDIRECT_URL,
    // Used where the authorization server supports it; the suite knows this one.
    clientMetadataUrl: 'https://conformance-test.local/client-metadata.json',
    ...(context.client_id === undefined ? {} : { clientId: context.client_id }),
    ...(context.client_secret === undefined ? {} : { clientSecret: context.client_secret }),
  };
}

async function listed() {
  await gateway.refreshTools(SERVER, USER);
  return gateway.getUserAvailableTools([SERVER], USER);
}

async function called({ function: { name } }) {
  const rawName = name.slice(`user_${USER}_tool_`.length);
  const text = await gateway.callUserTool(USER, name, ARGUMENTS.get(rawName) ?? {});
  console.log(`${rawName}: ${text}`);
}

/** Does something, with as many sign-ins as it takes and a person would make. */
async function signedIn(work) {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AuthRequiredException) || signIns >= MAX_SIGN_INS) throw error;
      signIns += 1;
      await signIn();
    }
  }
}

/** What a browser would do: visit the page, and come back to the host with the code. */
async function signIn() {
  const page = await gateway.startAuthorization(SERVER, USER);
  const response = await fetch(page, { redirect: 'manual' });
  const back = new URL(response.headers.get('location') ?? '', REDIRECT_URL);
  const [code, state] = [back.searchParams.get('code') ?? '', back.searchParams.get('state') ?? ''];
  await gateway.finishAuthorization(SERVER, USER, { code, state });
}
