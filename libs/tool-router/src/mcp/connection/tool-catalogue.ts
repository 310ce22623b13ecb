import {
  diffFingerprints,
  fingerprintsOf,
  type FingerprintDiff,
  type ToolDrift,
} from '../catalogue/diff-fingerprints.js';
import { parseTools } from '../catalogue/parse-tools.js';
import type { CatalogueDiagnostic, ToolDescriptor } from '../catalogue/tool-descriptor.js';

/** Names whose first fingerprint is remembered; more than one server can have at a time. */
const MAX_REMEMBERED = 5_000;

/** What a new list changed. */
export interface CatalogueChange extends Pick<FingerprintDiff, 'added' | 'removed'> {
  /** Tools that differ from what was approved, in this list for the first time. */
  readonly drift: readonly ToolDrift[];
  readonly diagnostics: readonly CatalogueDiagnostic[];
}

/** The last good list of one server's tools. */
export class ToolCatalogue {
  /** The tools that may be shown and run; undefined as long as no list was ever read. */
  tools: readonly ToolDescriptor[] | undefined;
  /** The list is from an earlier connection. */
  stale = false;
  private byName: ReadonlyMap<string, ToolDescriptor> = new Map();
  private listed: readonly ToolDescriptor[] = [];
  /** Fingerprints as first seen or approved; kept for removed tools too, so that removing and adding hides no change. */
  private readonly approved = new Map<string, string>();

  /** @param strict withholds tools that changed until they are approved */
  constructor(private readonly strict: boolean) {}

  /** Takes a new list. */
  replace(entries: readonly unknown[]): CatalogueChange {
    const { tools, diagnostics } = parseTools(entries);
    const before = fingerprintsOf(this.listed);
    const after = fingerprintsOf(tools);
    const { added, removed } = diffFingerprints(before, after);
    const drift = diffFingerprints(this.approved, after).changed.filter((one) => before.get(one.rawName) !== one.after);
    for (const [name, fingerprint] of after) this.remember(name, fingerprint);
    this.listed = tools;
    this.stale = false;
    this.show();
    if (!this.strict) this.approve();
    return { added, removed, drift, diagnostics };
  }

  /** Accepts the tools as they are now. */
  approve(): void {
    for (const tool of this.listed) this.approved.set(tool.rawName, tool.fingerprint);
    if (this.tools) this.show();
  }

  /** The tool of this name on the wire, if it may be run. */
  find(rawName: string): ToolDescriptor | undefined {
    return this.byName.get(rawName);
  }

  private show(): void {
    this.tools = this.strict
      ? this.listed.filter((tool) => this.approved.get(tool.rawName) === tool.fingerprint)
      : this.listed;
    this.byName = new Map(this.tools.map((tool) => [tool.rawName, tool]));
  }

  private remember(name: string, fingerprint: string): void {
    if (this.approved.has(name) || this.approved.size >= MAX_REMEMBERED) return;
    this.approved.set(name, fingerprint);
  }
}
