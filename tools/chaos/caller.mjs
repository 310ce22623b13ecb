import { setTimeout as delay } from 'node:timers/promises';
import { randomFrom } from './answers.mjs';

/** Beyond its deadline; the machine may be busy with anything. */
const SLACK_MS = 2_000;
const CANCELLED_SHARE = 0.03;
const FAULT_SHARE = 0.25;
const FAULTS = ['late', 'reorder', 'reorder', 'malformed', 'half', 'die', 'twice', 'never', 'refused'];
const KEPT_PROBLEMS = 20;

/** Makes calls for random users, and checks whose answer comes back. */
export class Caller {
  calls = 0;
  slowestMs = 0;
  longestOverMs = 0;
  outcomes = new Map();
  wrong = [];
  hung = [];
  rejected = [];
  #router;
  #options;
  #random;
  #round;

  /** @param round tells its calls from those of other rounds */
  constructor(router, options, round) {
    this.#round = round;
    this.#router = router;
    this.#options = options;
    this.#random = randomFrom(options.seed + 1);
  }

  /** One call of a random user, maybe with a fault or given up in between. */
  async call(server) {
    const random = this.#random;
    const user = `u${Math.floor(random() * this.#options.users)}`;
    const tool = random() < 0.3 ? 'read' : 'echo';
    const fault = random() < FAULT_SHARE ? FAULTS[Math.floor(random() * FAULTS.length)] : undefined;
    const waitMs = random() * this.#options.deadlineMs * 1.5;
    const giveUp = new AbortController();
    const timer =
      random() < CANCELLED_SHARE ? setTimeout(() => giveUp.abort(), random() * this.#options.deadlineMs) : undefined;
    const result = await this.#send(server, user, tool, { fault, waitMs }, giveUp.signal);
    clearTimeout(timer);
    const outcome = result?.errorCode ?? (result ? 'ok' : 'none');
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
  }

  /** Whether a plain call of some user works now. */
  async worksFor(server) {
    const result = await this.#send(server, 'u0', 'read', {}, undefined);
    return result?.isError === false;
  }

  async #send(server, user, tool, more, signal) {
    const { deadlineMs } = this.#options;
    const nonce = `call-${this.#round}-${++this.calls}-${user}.`;
    const name = server.scope === 'user' ? `user_${user}_tool_${tool}` : tool;
    const started = performance.now();
    const ended = new AbortController();
    const hung = delay(deadlineMs + SLACK_MS, 'hung', { signal: ended.signal }).catch(() => {});
    const call = this.#router
      .call(
        { id: nonce, name, arguments: { nonce, ...more } },
        { userId: user, allow: { mcpServers: [server.name] }, deadlineMs, ...(signal ? { signal } : {}) },
      )
      .catch((error) => keep(this.rejected, `${nonce} ${server.name}: ${error}`));
    const result = await Promise.race([call, hung]);
    ended.abort();
    const tookMs = performance.now() - started;
    this.slowestMs = Math.max(this.slowestMs, tookMs);
    this.longestOverMs = Math.max(this.longestOverMs, tookMs - deadlineMs);
    if (result === 'hung') {
      keep(this.hung, `${nonce} ${server.name} ${server.kind} ${more.fault}: no end after ${Math.round(tookMs)} ms`);
      return undefined;
    }
    if (result) this.#check(result, { server, user, nonce });
    return result;
  }

  #check(result, { server, user, nonce }) {
    const seen = JSON.stringify([result.output, result.raw ?? null]);
    const strangers = (seen.match(/call-\w+-\d+-u\d+\./g) ?? []).filter((one) => one !== nonce);
    const problems = strangers.map((one) => `holds ${one}`);
    if (result.callId !== nonce) problems.push(`is for the call ${result.callId}`);
    if (!result.isError) {
      const said = parsed(result.output);
      const owner = server.scope === 'user' ? user : undefined;
      if (said?.nonce !== nonce || said.server !== server.name || said.user !== owner) {
        problems.push(`says ${result.output.slice(0, 300)}`);
      }
    }
    for (const problem of problems) keep(this.wrong, `The answer to ${nonce} of ${server.name} ${problem}`);
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function keep(list, problem) {
  if (list.length < KEPT_PROBLEMS) list.push(problem);
}
