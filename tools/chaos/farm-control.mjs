import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Talks to the process that holds the HTTP servers. */
export class FarmControl {
  #child = fork(fileURLToPath(new URL('server-farm.mjs', import.meta.url)), { execArgv: [] });
  #open = new Map();
  #tickets = 0;

  constructor() {
    this.#child.on('message', ({ ticket, value, problem }) => {
      const { resolve, reject } = this.#open.get(ticket);
      this.#open.delete(ticket);
      if (problem === undefined) resolve(value);
      else reject(new Error(`The farm failed: ${problem}`));
    });
    this.#child.on('exit', (code) => {
      for (const { reject } of this.#open.values()) reject(new Error(`The farm ended with ${code}.`));
    });
  }

  get pid() {
    return this.#child.pid;
  }

  do(order, about = {}) {
    const ticket = ++this.#tickets;
    return new Promise((resolve, reject) => {
      this.#open.set(ticket, { resolve, reject });
      this.#child.send({ ...about, order, ticket });
    });
  }

  async close() {
    this.#child.disconnect();
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, 'exit');
  }
}
