/** A server process of the chaos run. Its faults come with the calls: `node stdio-server.mjs NAME`. */
import { createInterface } from 'node:readline';
import { answerTo, brokenAnswer } from './answers.mjs';

const HELD_MS = 150;
const name = process.argv[2];
const held = [];

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const request = JSON.parse(line);
    if (request.id === undefined || request.method === undefined) return;
    const { fault, waitMs = 0 } = request.params?.arguments ?? {};
    const answer = () => say(JSON.stringify(answerTo(request, name)));
    if (fault === 'late') setTimeout(answer, waitMs);
    else if (fault === 'reorder') hold(answer);
    else if (fault === 'malformed') say(brokenAnswer(request, Math.random));
    else if (fault === 'die') process.exit(3);
    else if (fault === 'half') process.stdout.write('{"jsonrpc":"2.0"', () => process.exit(4));
    else if (fault === 'twice') [answer, answer].forEach((each) => each());
    else if (fault !== 'never') answer();
  })
  .on('close', () => process.exit(0));

/** Answers in the opposite order. */
function hold(answer) {
  held.push(answer);
  if (held.length > 1) return;
  setTimeout(
    () =>
      held
        .splice(0)
        .toReversed()
        .forEach((each) => each()),
    HELD_MS,
  );
}

function say(text) {
  process.stdout.write(`${text}\n`);
}
