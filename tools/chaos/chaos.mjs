import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { NestFactory } from '@nestjs/core';
import { randomFrom } from './answers.mjs';
import { Caller } from './caller.mjs';
import { FarmControl } from './farm-control.mjs';
import { disturb, heal } from './troubles.mjs';
import { descendants, handles, heapInUse, settled } from './vitals.mjs';

/** The kinds of servers, over and over: two thirds give every user a connection of their own. */
const KINDS = [
  { kind: 'json', scope: 'user' },
  { kind: 'stream', scope: 'user' },
  { kind: 'stdio', scope: 'global' },
  { kind: 'json', scope: 'user' },
  { kind: 'sse', scope: 'global' },
  { kind: 'stream', scope: 'user' },
  { kind: 'json', scope: 'global' },
  { kind: 'stream', scope: 'global' },
  { kind: 'json', scope: 'user' },
  { kind: 'sse', scope: 'user' },
];
/** Between two servers that something is done to, for each of 50 servers. */
const DISTURB_MS = 5_000;
/** What of the heap may be left: caches of the runtime, counters, sampled profiles. */
const HEAP_SLACK_BYTES = 12 * 1024 * 1024;
const RECOVERY_MS = 20_000;
const SETTLE_MS = 10_000;

/**
 * Lets many users call tools of many servers while the servers fail in every way, and counts what went wrong.
 * @param options `library` (the package), `servers`, `users`, `seconds`, `concurrency`, `deadlineMs`, `seed`
 */
export async function runChaos(options) {
  const rejections = [];
  const note = (error) => rejections.push(String(error?.stack ?? error));
  process.on('unhandledRejection', note);
  const farm = new FarmControl();
  try {
    const servers = await openServers(farm, options.servers);
    // Once before anything is measured: what is loaded and compiled on first use stays.
    await round({ ...options, seconds: Math.min(2, options.seconds / 4) }, farm, servers, 'first');
    const before = { heap: await heapInUse(), handles: handles() };
    const report = await round(options, farm, servers, 'measured');
    const same = (now) => JSON.stringify(now) === JSON.stringify(before.handles);
    const handlesAfter = await settled(handles, same, SETTLE_MS);
    const heapAfter = await settled(heapInUse, (heap) => heap - before.heap <= HEAP_SLACK_BYTES, SETTLE_MS);
    const problems = {
      ...report.problems,
      'calls run twice': await farm.do('repeated'),
      'unhandled rejections': rejections,
      'processes left': await settled(leftProcesses, (pids) => pids.length === 0, SETTLE_MS),
      'sockets left': await leftSockets(),
      'handles left': same(handlesAfter)
        ? []
        : [`${JSON.stringify(before.handles)} before, ${JSON.stringify(handlesAfter)} after`],
      'memory left': heapAfter - before.heap > HEAP_SLACK_BYTES ? [`${mega(heapAfter - before.heap)} MB more`] : [],
    };
    return { ...report.numbers, heapBeforeMb: mega(before.heap), heapAfterMb: mega(heapAfter), problems };
  } finally {
    process.off('unhandledRejection', note);
    await farm.close();
  }

  function leftProcesses() {
    return descendants().filter((pid) => pid !== farm.pid);
  }

  async function leftSockets() {
    const count = await settled(
      () => farm.do('sockets'),
      (open) => open === 0,
      SETTLE_MS,
    );
    return count === 0 ? [] : [`${count} sockets`];
  }
}

async function openServers(farm, count) {
  const servers = [];
  for (let index = 0; index < count; index++) {
    const { kind, scope } = KINDS[index % KINDS.length];
    const name = `s${index}`;
    const url = kind === 'stdio' ? undefined : await farm.do('open', { name, kind });
    servers.push({ name, kind, scope, url });
  }
  return servers;
}

/** One application from its boot to its end. */
async function round(options, farm, servers, name) {
  const { ToolRouterModule, ToolRouter, McpGateway } = options.library;
  const random = randomFrom(options.seed);
  const mcp = {
    servers: Object.fromEntries(servers.map((server) => [server.name, configOf(server)])),
    credentials: { get: async (userId) => ({ user: userId }) },
    connectTimeoutMs: options.deadlineMs,
    requestTimeoutMs: options.deadlineMs,
    backoffStartMs: 100,
    backoffMaxMs: 1_000,
    maxUserClients: 200,
    idleTimeoutMs: 3_000,
    minRefreshIntervalMs: 500,
  };
  class Chaos {}
  const app = await NestFactory.createApplicationContext(
    { module: Chaos, imports: [ToolRouterModule.forRoot({ mcp })] },
    { logger: false },
  );
  const gateway = app.get(McpGateway);
  const caller = new Caller(app.get(ToolRouter), options, name);
  const end = Date.now() + options.seconds * 1_000;
  const world = { farm, servers, gateway, random };
  const started = performance.now();
  const turns = monitorEventLoopDelay({ resolution: 10 });
  turns.enable();
  await Promise.all([
    ...Array.from({ length: options.concurrency }, () => keepCalling(caller, servers, random, end)),
    keepDisturbing(world, end),
  ]);
  const callingMs = performance.now() - started;
  turns.disable();
  await heal(world);
  const peak = process.memoryUsage().heapUsed;
  const connections = gateway.getStatus().connections.length;
  const dead = await unrecovered(caller, servers);
  await app.close();
  return {
    numbers: {
      servers: servers.length,
      users: options.users,
      calls: caller.calls,
      callsPerSecond: Math.round((caller.calls / callingMs) * 1_000),
      outcomes: Object.fromEntries([...caller.outcomes].toSorted(([one], [two]) => one.localeCompare(two))),
      slowestMs: Math.round(caller.slowestMs),
      longestOverDeadlineMs: Math.round(caller.longestOverMs),
      longestTurnMs: Math.round(turns.max / 1e6),
      connections,
      heapDuringMb: mega(peak),
    },
    problems: {
      'wrong answers': caller.wrong,
      'hung calls': caller.hung,
      'rejected calls': caller.rejected,
      'servers not recovered': dead,
    },
  };
}

function configOf({ kind, scope, url, name }) {
  if (kind === 'stdio') {
    return { command: process.execPath, args: [fileURLToPath(new URL('stdio-server.mjs', import.meta.url)), name] };
  }
  const type = kind === 'sse' ? 'sse' : 'streamable_http';
  return { type, url, scope, ...(scope === 'user' ? { headers: { 'x-user': '{{user}}' } } : {}) };
}

async function keepCalling(caller, servers, random, end) {
  while (Date.now() < end) {
    await caller.call(servers[Math.floor(random() * servers.length)]);
    await delay(random() * 20);
  }
}

async function keepDisturbing(world, end) {
  const { servers, random } = world;
  const troubles = [];
  while (Date.now() < end) {
    await delay((DISTURB_MS / servers.length) * (0.5 + random()));
    troubles.push(disturb(world, servers[Math.floor(random() * servers.length)]));
  }
  await Promise.all(troubles);
}

/** Every healed server must answer again without help. */
async function unrecovered(caller, servers) {
  const until = Date.now() + RECOVERY_MS;
  const works = async (server) => {
    for (;;) {
      if (await caller.worksFor(server)) return undefined;
      if (Date.now() > until) return server.name;
      await delay(200);
    }
  };
  return (await Promise.all(servers.map(works))).filter((name) => name !== undefined);
}

function mega(bytes) {
  return Math.round((bytes / 1024 / 1024) * 10) / 10;
}
