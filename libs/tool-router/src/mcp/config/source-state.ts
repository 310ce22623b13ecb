import type { McpServerConfig } from '../definition/mcp-server-config.js';
import type { ServerDefinition } from '../definition/server-definition.js';
import { configEntries } from './config-entries.js';
import type { Definitions } from './definition-change.js';
import type { McpConfigSource } from './mcp-config-source.js';

/** What following a source needs from outside. */
export interface SourceContext {
  /** @throws ToolDefinitionException */
  parse(id: string, config: McpServerConfig): ServerDefinition;
  /** Called after each listing that succeeded. */
  listed(): void;
  problem(text: string): void;
}

/** The last good state of one source. */
export class SourceState {
  definitions: Definitions = new Map();
  private reported: ReadonlySet<string> = new Set();
  private listing: Promise<void> | undefined;
  private again = false;
  private stopped = false;

  constructor(
    private readonly source: McpConfigSource,
    private readonly context: SourceContext,
  ) {}

  /** Lists the source. While it is being listed, further calls lead to one more listing, which all of them wait for. */
  refresh(): Promise<void> {
    if (this.listing) this.again = true;
    this.listing ??= this.listUntilCurrent();
    return this.listing;
  }

  stop(): void {
    this.stopped = true;
  }

  private async listUntilCurrent(): Promise<void> {
    do {
      this.again = false;
      await this.list();
    } while (this.again && !this.stopped);
    // Within the same step as the check above, so that no call falls in between.
    this.listing = undefined;
  }

  private async list(): Promise<void> {
    const problems = new Set<string>();
    try {
      const entries = configEntries(await this.source.list());
      if (this.stopped) return;
      this.definitions = this.parseAll(entries, problems);
      this.context.listed();
    } catch (error) {
      problems.add(`${this.source.constructor.name}: ${messageOf(error)}; the last good configuration stays in force.`);
    }
    for (const problem of problems) if (!this.reported.has(problem)) this.context.problem(problem);
    this.reported = problems;
  }

  /** An entry that is not valid is skipped; its previous version stays. */
  private parseAll(entries: readonly (readonly [string, McpServerConfig])[], problems: Set<string>): Definitions {
    const definitions = new Map<string, ServerDefinition>();
    for (const [id, config] of entries) {
      try {
        definitions.set(id, this.context.parse(id, config));
      } catch (error) {
        const previous = this.definitions.get(id);
        if (previous) definitions.set(id, previous);
        problems.add(`${messageOf(error)} ${previous ? 'Its previous version stays in use.' : 'It is skipped.'}`);
      }
    }
    return definitions;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
