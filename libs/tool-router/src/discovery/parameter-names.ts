/** A parameter as the source of its function spells it. */
export interface SourceParameter {
  readonly name: string;
  /** Whether the source gives it a default value. */
  readonly hasDefault: boolean;
  /** The type of a plain literal default; the compiler emits none for a parameter whose type it infers. */
  readonly defaultType?: 'number' | 'string' | 'boolean';
}

/**
 * The parameters of a method, read from its source text.
 * @returns one entry per parameter; undefined for one without a plain name (a pattern or a rest parameter);
 * and undefined as a whole where the source cannot be read (native code, bound functions)
 */
export function parameterNames(
  method: (...args: never[]) => unknown,
): readonly (SourceParameter | undefined)[] | undefined {
  const source = Function.prototype.toString.call(method);
  const open = source.indexOf('(');
  if (open < 0 || source.includes('[native code]')) return undefined;
  const parts = splitTopLevel(source, open + 1);
  return parts?.map((part) => {
    const match = /^([A-Za-z_$][\w$]*)\s*(?:=(?!>)\s*([\s\S]*))?$/.exec(part);
    if (match?.[1] === undefined) return undefined;
    const defaultType = typeOfLiteral(match[2]);
    return {
      name: match[1],
      hasDefault: match[2] !== undefined,
      ...(defaultType === undefined ? {} : { defaultType }),
    };
  });
}

function typeOfLiteral(text: string | undefined): SourceParameter['defaultType'] {
  if (text === undefined) return undefined;
  if (/^-?\d[\d_]*(\.\d+)?$/.test(text)) return 'number';
  if (text === 'true' || text === 'false') return 'boolean';
  return /^(["'`])[^"'`]*\1$/.test(text) ? 'string' : undefined;
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** The texts between the commas of a parameter list, comments left out. */
function splitTopLevel(source: string, start: number): string[] | undefined {
  const parts: string[] = [];
  const nesting: string[] = [];
  let part = '';
  for (let at = start; at < source.length; at++) {
    const char = source[at] as string;
    if (char === '/' && (source[at + 1] === '/' || source[at + 1] === '*')) {
      const end = source[at + 1] === '/' ? source.indexOf('\n', at) : source.indexOf('*/', at) + 1;
      if (end <= 0) return undefined;
      at = end;
    } else if (char === '"' || char === "'" || char === '`') {
      const end = endOfText(source, at);
      part += source.slice(at, end + 1);
      at = end;
    } else if (char === ')' && nesting.length === 0) {
      if (part.trim() !== '') parts.push(part.trim());
      return parts;
    } else if (char === ',' && nesting.length === 0) {
      parts.push(part.trim());
      part = '';
    } else {
      if (char in CLOSING) nesting.push(CLOSING[char] as string);
      else if (nesting.at(-1) === char) nesting.pop();
      part += char;
    }
  }
  return undefined;
}

function endOfText(source: string, start: number): number {
  for (let at = start + 1; at < source.length; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === source[start]) return at;
  }
  return source.length;
}
