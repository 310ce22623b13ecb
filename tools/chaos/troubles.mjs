import { setTimeout as delay } from 'node:timers/promises';

const HTTP_TROUBLES = ['kill', 'kill', 'hung', 'malformed', 'broken', 'forget', 'forget', 'announce'];
const PROCESS_TROUBLES = ['SIGKILL', 'SIGTERM', 'SIGSTOP'];
const LONGEST_MS = 1_500;

/** Does something bad to one server for a while. */
export async function disturb(world, server) {
  if (server.troubled) return;
  server.troubled = true;
  if (server.kind === 'stdio') await disturbProcess(world, server);
  else await disturbHttp(world, server);
  server.troubled = false;
}

/** Everything works again from here on. */
export async function heal({ farm, servers }) {
  for (const { name, kind } of servers) {
    if (kind === 'stdio') continue;
    await farm.do('mode', { name, mode: 'well' });
    await farm.do('start', { name });
  }
}

async function disturbHttp({ farm, random }, { name }) {
  const trouble = oneOf(HTTP_TROUBLES, random);
  if (trouble === 'forget' || trouble === 'announce') await farm.do(trouble, { name });
  else if (trouble === 'kill') await farm.do('kill', { name });
  else await farm.do('mode', { name, mode: trouble });
  await delay(random() * LONGEST_MS);
  if (trouble === 'kill') await farm.do('start', { name });
  else await farm.do('mode', { name, mode: 'well' });
}

async function disturbProcess({ gateway, random }, { name }) {
  const signal = oneOf(PROCESS_TROUBLES, random);
  const pid = gateway.getStatus().connections.find(({ serverId }) => serverId === name)?.pid;
  if (pid === undefined || !send(pid, signal) || signal !== 'SIGSTOP') return;
  await delay(random() * LONGEST_MS);
  send(pid, 'SIGCONT');
}

function send(pid, signal) {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

function oneOf(list, random) {
  return list[Math.floor(random() * list.length)];
}
