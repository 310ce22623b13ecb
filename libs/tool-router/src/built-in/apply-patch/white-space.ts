/** The characters with the Unicode property White_Space. JavaScript's own `trim` leaves U+0085 and takes U+FEFF. */
function isWhiteSpace(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  if (code < 0x1680) return code === 0x85 || code === 0xa0;
  return (
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000
  );
}

// Loops, not patterns: a pattern that is anchored at the end takes quadratic time on a long run of blanks.
function contentEnd(text: string): number {
  let end = text.length;
  while (end > 0 && isWhiteSpace(text.charCodeAt(end - 1))) end--;
  return end;
}

/** The text without white space at its end. */
export function trimBlankEnd(text: string): string {
  const end = contentEnd(text);
  return end === text.length ? text : text.slice(0, end);
}

/** The text without white space at both ends. */
export function trimBlank(text: string): string {
  const end = contentEnd(text);
  let start = 0;
  while (start < end && isWhiteSpace(text.charCodeAt(start))) start++;
  return start === 0 && end === text.length ? text : text.slice(start, end);
}
