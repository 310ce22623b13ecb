/** Holds the HTTP servers of a chaos run in a process of their own, and does to them what the run says. */
import { ChaosHttpServer } from './http-server.mjs';

const servers = new Map();
const runs = new Map();
const ran = (nonce) => runs.set(nonce, (runs.get(nonce) ?? 0) + 1);

const orders = {
  async open({ name, kind }) {
    const server = new ChaosHttpServer(name, kind, ran);
    servers.set(name, server);
    await server.start();
    return server.url;
  },
  kill: ({ name }) => servers.get(name).kill(),
  start: ({ name }) => servers.get(name).start(),
  forget: ({ name }) => servers.get(name).forgetSessions(),
  announce: ({ name }) => servers.get(name).announce(),
  mode({ name, mode }) {
    servers.get(name).mode = mode;
  },
  async sockets() {
    const counts = await Promise.all([...servers.values()].map((server) => server.sockets));
    return counts.reduce((sum, count) => sum + count, 0);
  },
  /** Calls of `echo` that reached a server more than once. */
  repeated: () => [...runs].filter(([, times]) => times > 1).map(([nonce]) => nonce),
};

process.on('message', async ({ order, ticket, ...rest }) => {
  try {
    process.send({ ticket, value: (await orders[order](rest)) ?? null });
  } catch (error) {
    process.send({ ticket, problem: String(error) });
  }
});
process.on('disconnect', () => process.exit(0));
