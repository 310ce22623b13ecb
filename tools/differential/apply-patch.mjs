import { applyDiff } from '@openai/agents-core';
import { generateCase } from './apply-patch/generate.mjs';
import { openOurs } from './apply-patch/ours.mjs';
import { explain } from './apply-patch/explain.mjs';

const COUNT = Number(process.argv[2] ?? 500);
const FIRST_SEED = Number(process.argv[3] ?? 1);

function applyTheirs(text, diff) {
  try {
    return { ok: true, text: applyDiff(text, diff) };
  } catch (error) {
    return { ok: false, message: error.message };
  }
}

function show(outcome) {
  return JSON.stringify(outcome.ok ? outcome.text : (outcome.kind ?? outcome.message));
}

const ours = await openOurs();
const rules = new Map();
const unexplained = [];
let sameText = 0;
let sameRefusal = 0;
let explained = 0;
try {
  for (let seed = FIRST_SEED; seed < FIRST_SEED + COUNT; seed++) {
    const one = generateCase(seed);
    const mine = await ours.apply(one.text, one.diff);
    const theirs = applyTheirs(one.text, one.diff);
    if (mine.ok && theirs.ok && mine.text === theirs.text) sameText++;
    else if (!mine.ok && !theirs.ok) sameRefusal++;
    else {
      const because = explain(one, mine, applyTheirs);
      if (because === undefined) unexplained.push({ one, mine, theirs });
      else explained++;
      for (const rule of because ?? []) rules.set(rule, [...(rules.get(rule) ?? []), seed]);
    }
  }
} finally {
  await ours.close();
}

console.log(
  `${COUNT} patches from seed ${FIRST_SEED}: ${sameText} give the same text, ${sameRefusal} are refused by both`,
);
for (const [rule, seeds] of [...rules].toSorted((a, b) => b[1].length - a[1].length)) {
  console.log(
    `${String(seeds.length).padStart(5)}  ${rule}  (seeds ${seeds.slice(0, 8).join(', ')}${seeds.length > 8 ? ', …' : ''})`,
  );
}
console.log(`${unexplained.length} differences without an explanation`);
for (const { one, mine, theirs } of unexplained.slice(0, 20)) {
  console.log(`\nseed ${one.seed}\n  file   ${JSON.stringify(one.text)}\n  diff   ${JSON.stringify(one.diff)}`);
  console.log(`  ours   ${show(mine)} ${mine.message ?? JSON.stringify(mine.notes)}\n  theirs ${show(theirs)}`);
}
process.exitCode = unexplained.length === 0 ? 0 : 1;
