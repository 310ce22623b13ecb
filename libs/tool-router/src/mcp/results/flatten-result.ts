import type { ToolOutcome } from '../../tool/executable-tool.js';
import { canonicalJson } from '../definition/canonical-json.js';
import { isRecord } from '../definition/is-record.js';
import { joinWithin } from './join-within.js';
import { partSegments } from './part-segments.js';
import { placeholder, textSegment, type Segment } from './segment.js';
import { structuredText } from './structured-text.js';

/** How results become text. */
export interface FlattenOptions {
  /** UTF-16 units of the text, marker included. */
  readonly maxChars: number;
  /** Structured content follows the text where the text does not say the same; otherwise only the host sees it. */
  readonly appendStructured?: boolean;
}

const NO_OUTPUT = '(no output)';
const NO_DETAILS = 'The tool failed and gave no details.';
const ERROR_START = 'The tool reported an error: ';
/** Texts above this are not compared with the structured content. */
const MAX_COMPARED = 1_000_000;

/** Turns the answer to `tools/call` into the text for the model; the answer itself stays in `raw`. Takes anything, never throws. */
export function flattenResult(result: unknown, options: FlattenOptions): ToolOutcome {
  const answer = isRecord(result) ? result : { content: result };
  const isError = answer['isError'] === true;
  const said = segmentsOf(answer, options.appendStructured === true).filter((segment) => segment.text !== '');
  const segments = isError ? asError(said) : said.length === 0 ? [placeholder(NO_OUTPUT)] : said;
  const { text, truncated } = joinWithin(segments, options.maxChars);
  return { text, raw: result, ...(isError ? { isError } : {}), ...(truncated ? { truncated } : {}) };
}

function segmentsOf(answer: Readonly<Record<string, unknown>>, append: boolean): readonly Segment[] {
  const parts = partsOf(answer['content']).map((part) => partSegments(part));
  const segments = parts.flatMap((part) => part.segments);
  const structured = answer['structuredContent'] ?? answer['toolResult'];
  if (structured === undefined || structured === null) return segments;
  const hasText = parts.some((part) => part.usable && part.segments.some((segment) => segment.text.trim() !== ''));
  if (hasText && !(append && !says(segments, structured))) return segments;
  const text = structuredText(structured);
  return text === undefined ? segments : [...segments, textSegment(text)];
}

function partsOf(content: unknown): readonly unknown[] {
  if (content === undefined || content === null) return [];
  return Array.isArray(content) ? content : [content];
}

/** Whether one of the texts is the structured content, written as JSON. */
function says(segments: readonly Segment[], structured: unknown): boolean {
  const wanted = canonicalJson(structured);
  return segments.some(({ text, whole }) => !whole && text.length <= MAX_COMPARED && canonicalOf(text) === wanted);
}

function canonicalOf(text: string): string | undefined {
  try {
    return canonicalJson(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function asError([first, ...rest]: readonly Segment[]): readonly Segment[] {
  if (first === undefined) return [placeholder(NO_DETAILS)];
  return [{ text: ERROR_START + first.text, whole: first.whole }, ...rest];
}
