import { headOf } from '../../text/cut-text.js';

const MAX_LINES = 20_000;
const MAX_LINE_CHARS = 200;
const MAX_SHOWN_CHARS = 120;
const LEAST_SIMILARITY = 0.6;

function pairsOf(line: string): Map<string, number> {
  const pairs = new Map<string, number>();
  for (let at = 0; at + 1 < line.length; at++) {
    const pair = line.slice(at, at + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}

/** Share of neighbouring characters that a line has in common with the probe (Dice), 0 to 1. */
function similarity(line: string, probe: string, probePairs: ReadonlyMap<string, number>): number {
  let common = 0;
  for (const [pair, count] of pairsOf(line)) common += Math.min(count, probePairs.get(pair) ?? 0);
  return (2 * common) / (line.length - 1 + (probe.length - 1));
}

/** The line that is most like the most telling line of the searched text, or undefined where none is alike. */
export function mostSimilarLine(
  lines: readonly string[],
  wanted: string,
): { readonly line: number; readonly why: string } | undefined {
  const trimmed = wanted.split('\n').map((line) => line.trim().slice(0, MAX_LINE_CHARS));
  const probe = trimmed.reduce((longest, line) => (line.length > longest.length ? line : longest), '');
  if (probe.length < 4) return undefined;
  const probePairs = pairsOf(probe);
  let best = { line: 0, score: 0, text: '' };
  for (const [index, line] of lines.slice(0, MAX_LINES).entries()) {
    const text = line.trim();
    if (text.length < probe.length / 3 || text.length > Math.min(MAX_LINE_CHARS, probe.length * 3)) continue;
    const score = similarity(text, probe, probePairs);
    if (score > best.score) best = { line: index + 1, score, text };
  }
  if (best.score < LEAST_SIMILARITY) return undefined;
  return { line: best.line, why: `the most similar line is ${JSON.stringify(headOf(best.text, MAX_SHOWN_CHARS))}` };
}
