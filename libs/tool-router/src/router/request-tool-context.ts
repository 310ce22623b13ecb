import { Inject, Injectable, Scope } from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import { snapshotContext } from '../context/context-snapshot.js';
import type { ToolContext } from '../tool/tool-context.js';

/** Injects the host's `contextFactory`, or a factory of contexts that allow nothing. */
export const CONTEXT_FACTORY = Symbol('CONTEXT_FACTORY');

/** Makes the context of a request; `request` is what Nest injects as `REQUEST`. */
export type ContextFactory = (request: unknown) => ToolContext | Promise<ToolContext>;

/**
 * Supplies the context of one request. The factory runs on first use, not on injection: Nest builds request-scoped
 * controllers before their guards run, and it is a guard that says who the user is.
 */
@Injectable({ scope: Scope.REQUEST })
export class RequestToolContext {
  #context: Promise<ToolContext> | undefined;

  constructor(
    @Inject(REQUEST) private readonly request: unknown,
    @Inject(CONTEXT_FACTORY) private readonly factory: ContextFactory,
  ) {}

  /**
   * The context, frozen; the same for the whole request.
   * @throws whatever the host's `contextFactory` throws
   */
  get(): Promise<ToolContext> {
    this.#context ??= this.#make();
    return this.#context;
  }

  async #make(): Promise<ToolContext> {
    const context = await this.factory(this.request);
    // Without an allowlist a request may do nothing: a selection of the caller must not stand in for one.
    return Object.freeze(snapshotContext({ ...context, allow: context?.allow ?? {} }));
  }
}
