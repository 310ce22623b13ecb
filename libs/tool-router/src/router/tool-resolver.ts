import { ToolNotAllowedException } from '../errors/tool-not-allowed.exception.js';
import { UnknownToolException } from '../errors/unknown-tool.exception.js';
import type { Exposure } from '../tool/exposure.js';
import type { ExecutableTool } from '../tool/executable-tool.js';
import type { ToolContext } from '../tool/tool-context.js';
import type { ToolSource } from '../tool/tool-source.js';
import { exposeSelection, intersectExposures, UNRESTRICTED } from './allowlist.js';
import { IN_PROCESS_SOURCES, inPrecedence } from './source-precedence.js';
import type { ToolSelection } from '../tool/tool-selection.js';

/** Filters, then orders: among the tools that a request may use, the first source in precedence has the name. */
export class ToolResolver {
  readonly sources: readonly ToolSource[];
  readonly #isNamed = (tool: ExecutableTool): boolean => this.named.get(tool.definition.name) === tool;
  #named: ReadonlyMap<string, ExecutableTool> | undefined;

  constructor(sources: readonly ToolSource[]) {
    this.sources = inPrecedence(sources);
  }

  /**
   * What an allowlist's `functions` can name: the tools of this process, one per name.
   * Made once, because such tools only change with `forget`.
   */
  get named(): ReadonlyMap<string, ExecutableTool> {
    this.#named ??= new Map(
      inProcessLists(this.sources)
        .toReversed()
        .flatMap((list) => list.map((tool) => [tool.definition.name, tool] as const)),
    );
    return this.#named;
  }

  /** Looks again which tools this process has. */
  forget(): void {
    this.#named = undefined;
  }

  expose(selection: ToolSelection | undefined, context: ToolContext): Exposure {
    return exposeSelection(selection, context, this.sources, this.#isNamed);
  }

  /** What a selection of the host exposes within what the context allows; without an allowlist, the selection alone. */
  exposeWithin(selection: ToolSelection, context: ToolContext): Exposure {
    const selected = this.expose(selection, context);
    return context.allow === undefined ? selected : intersectExposures(selected, this.expose(context.allow, context));
  }

  /**
   * The tool that a name runs. Synchronous where no remote list has to be fetched.
   * @throws UnknownToolException | ToolNotAllowedException
   */
  resolve(name: string, exposure: Exposure, context: ToolContext): ExecutableTool | Promise<ExecutableTool> {
    if (!exposure.hasServers) {
      const tool = this.named.get(name);
      if (tool !== undefined && exposure.permits(tool)) return tool;
    }
    return this.#resolveFrom(0, name, exposure, context, false);
  }

  #resolveFrom(
    start: number,
    name: string,
    exposure: Exposure,
    context: ToolContext,
    wasRefused: boolean,
  ): ExecutableTool | Promise<ExecutableTool> {
    let refused = wasRefused;
    for (let index = start; index < this.sources.length; index++) {
      const found = (this.sources[index] as ToolSource).find(name, exposure, context);
      if (found instanceof Promise) {
        return found.then((tool) => {
          if (tool !== undefined && exposure.permits(tool)) return tool;
          return this.#resolveFrom(index + 1, name, exposure, context, refused || tool !== undefined);
        });
      }
      if (found !== undefined) {
        if (exposure.permits(found)) return found;
        refused = true;
      }
    }
    return this.#refuse(name, exposure, context, refused);
  }

  /** A plain name that several servers of this request offer is no tool, but the model can be told the right names. */
  async #refuse(name: string, exposure: Exposure, context: ToolContext, exists: boolean): Promise<never> {
    const lists = await Promise.all(
      this.sources.map(async (source) => await (source.candidates?.(name, exposure, context) ?? [])),
    );
    const candidates = lists.flat();
    if (exists && candidates.length === 0) throw new ToolNotAllowedException(name);
    throw new UnknownToolException(name, candidates);
  }

  /**
   * The tool of the context's user that host code means by a name.
   * @throws UnknownToolException also where several of the user's servers offer the name
   */
  async resolveOwn(name: string, exposure: Exposure, context: ToolContext): Promise<ExecutableTool> {
    const lists = await Promise.all(
      this.sources.map(async (source) => await (source.findOwn?.(name, exposure, context) ?? [])),
    );
    const found = lists.flat().filter((tool) => exposure.permits(tool));
    const [only] = found;
    if (only !== undefined && found.length === 1) return only;
    throw new UnknownToolException(
      name,
      found.map((tool) => tool.definition.name),
    );
  }

  /** The tools that an exposure lists: each name once, the named functions first and in their order. */
  list(exposure: Exposure, context: ToolContext): readonly ExecutableTool[] | Promise<readonly ExecutableTool[]> {
    if (!exposure.hasServers) return this.#listNamed(exposure);
    const lists = this.sources.map((source) => source.list(exposure, context));
    const isKnown = lists.every((list) => !(list instanceof Promise));
    if (isKnown) return order(lists as (readonly ExecutableTool[])[], exposure);
    return Promise.all(lists.map(async (list) => await list)).then((known) => order(known, exposure));
  }

  /** Without servers, only in-process tools are left, and who wins among those is known. */
  #listNamed(exposure: Exposure): readonly ExecutableTool[] {
    const { named } = this;
    const tools = new Set<ExecutableTool>();
    for (const name of exposure.functions) {
      const tool = named.get(name);
      if (tool !== undefined && exposure.permits(tool)) tools.add(tool);
    }
    return [...tools];
  }
}

/** The lists of the sources that never wait, in the order in which an allowlist's entry picks one. */
function inProcessLists(sources: readonly ToolSource[]): readonly (readonly ExecutableTool[])[] {
  return IN_PROCESS_SOURCES.flatMap((name) => sources.filter((source) => source.name === name))
    .map((source) => source.list(UNRESTRICTED, {}))
    .filter((list): list is readonly ExecutableTool[] => !(list instanceof Promise));
}

/** @param lists in precedence */
function order(lists: readonly (readonly ExecutableTool[])[], exposure: Exposure): readonly ExecutableTool[] {
  const winners = new Map<string, ExecutableTool>();
  for (const list of lists) {
    for (const tool of list) {
      const { name } = tool.definition;
      if (!winners.has(name) && exposure.permits(tool)) winners.set(name, tool);
    }
  }
  if (exposure.functions.length === 0) return [...winners.values()];
  const ordered = new Set<ExecutableTool>();
  for (const name of exposure.functions) {
    const tool = winners.get(name);
    if (tool !== undefined) ordered.add(tool);
  }
  for (const tool of winners.values()) ordered.add(tool);
  return [...ordered];
}
