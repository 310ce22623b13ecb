import type { ToolDescriptor } from './tool-descriptor.js';

/** A tool whose description, schemas or annotations are no longer those that were seen before. */
export interface ToolDrift {
  readonly rawName: string;
  readonly before: string;
  readonly after: string;
}

/** What happened between two lists of one server. */
export interface FingerprintDiff {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly ToolDrift[];
}

/** Fingerprints by the name on the wire. */
export type Fingerprints = ReadonlyMap<string, string>;

/** The fingerprints of a list. */
export function fingerprintsOf(tools: readonly ToolDescriptor[]): Fingerprints {
  return new Map(tools.map((tool) => [tool.rawName, tool.fingerprint]));
}

/** Compares two lists of one server. */
export function diffFingerprints(before: Fingerprints, after: Fingerprints): FingerprintDiff {
  const changed: ToolDrift[] = [];
  for (const [rawName, now] of after) {
    const then = before.get(rawName);
    if (then !== undefined && then !== now) changed.push({ rawName, before: then, after: now });
  }
  return {
    added: [...after.keys()].filter((name) => !before.has(name)),
    removed: [...before.keys()].filter((name) => !after.has(name)),
    changed,
  };
}
