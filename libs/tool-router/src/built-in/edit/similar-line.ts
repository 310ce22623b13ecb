import { headOf } from '../../text/cut-text.js';

const MAX_LINES = 10_000;
const MAX_LINE_CHARS = 200;
const MAX_SHOWN_CHARS = 120;
const LEAST_SIMILARITY = 0.6;

/** Every pair of neighbouring characters of a text, as one number each. */
function pairsOf(text: string): readonly number[] {
  return Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => pairAt(text, at));
}

function pairAt(text: string, at: number): number {
  return text.charCodeAt(at) * 0x10000 + text.charCodeAt(at + 1);
}

/** Share of neighbouring characters that a line has in common with the probe, 0 to about 1. */
function similarity(line: string, probeLength: number, probePairs: ReadonlySet<number>): number {
  let common = 0;
  for (let at = 0; at + 1 < line.length; at++) {
    if (probePairs.has(pairAt(line, at))) common++;
  }
  return (2 * common) / (line.length - 1 + (probeLength - 1));
}

/** The line that is most like the most telling line of the searched text, or undefined where none is alike. */
export function mostSimilarLine(
  lines: readonly string[],
  wanted: string,
): { readonly line: number; readonly why: string } | undefined {
  const trimmed = wanted.split('\n').map((line) => line.trim().slice(0, MAX_LINE_CHARS));
  const probe = trimmed.reduce((longest, line) => (line.length > longest.length ? line : longest), '');
  if (probe.length < 4) return undefined;
  const probePairs = new Set(pairsOf(probe));
  let best = { line: 0, score: 0, text: '' };
  for (const [index, line] of lines.slice(0, MAX_LINES).entries()) {
    const text = line.trim();
    if (text.length < probe.length / 3 || text.length > Math.min(MAX_LINE_CHARS, probe.length * 3)) continue;
    const score = similarity(text, probe.length, probePairs);
    if (score > best.score) best = { line: index + 1, score, text };
  }
  if (best.score < LEAST_SIMILARITY) return undefined;
  return { line: best.line, why: `the most similar line is ${JSON.stringify(headOf(best.text, MAX_SHOWN_CHARS))}` };
}
