// A server in a child process, and the CPU time that it takes.
import { fork } from 'node:child_process';
import { once } from 'node:events';

/** Starts a file that calls `serve`; answers what it told about itself, and how to measure and end it. */
export async function startServer(file, args = []) {
  const child = fork(file, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: ['--expose-gc'] });
  const ask = async (what) => {
    const answered = once(child, 'message');
    child.send(what);
    return (await answered)[0];
  };
  const [told] = await once(child, 'message');
  return {
    ...told,
    /** CPU time in microseconds since the start. */
    cpu: () => ask('cpu'),
    end: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** In the child: tells what the parent needs to know, then answers its questions. */
export function serve(told) {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send(user + system);
  });
  process.on('disconnect', () => process.exit(0));
  process.send(told);
}
