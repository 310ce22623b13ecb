function rank(unit: number): number {
  // A folder's content comes before names that merely begin like the folder.
  if (unit === 0x2f) return 0;
  // Surrogates stand for the code points above all others.
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit + 1;
}

/** The order of paths with `/`: name by name, each by code points, as a tree is listed. */
export function comparePaths(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const left = a.charCodeAt(at);
    const right = b.charCodeAt(at);
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}
