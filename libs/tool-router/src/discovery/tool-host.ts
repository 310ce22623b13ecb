import { ContextIdFactory, type ModuleRef } from '@nestjs/core';
import type { InstanceWrapper } from '@nestjs/core/injector/instance-wrapper.js';
import type { ContextId } from '@nestjs/core/injector/instance-wrapper.js';
import type { ClassType } from '../tool/class-type.js';
import type { ToolInvocation } from '../tool/executable-tool.js';

/** A provider that carries tools, and how a call gets its instance. */
export interface ToolHost {
  readonly type: ClassType;
  /** Class and module, for messages. */
  readonly label: string;
  /** The instance that every call uses, or undefined where each call resolves its own. */
  readonly instance: object | undefined;
  /** The instance for one call of a request-scoped or transient provider, its constructor run. */
  resolve(invocation: ToolInvocation): Promise<object>;
}

/** The host of a provider wrapper, whose instance is only used when the container has really built it. */
export function createToolHost(
  wrapper: InstanceWrapper,
  type: ClassType,
  moduleName: string,
  moduleRef: ModuleRef,
): ToolHost {
  const isShared = wrapper.isDependencyTreeStatic() && !wrapper.isTransient;
  return {
    type,
    label: `${type.name} (${moduleName})`,
    instance: isShared ? (wrapper.instance as object) : undefined,
    resolve: async (invocation) => {
      const scope = (invocation.injectionScope as ContextId | undefined) ?? newScope(moduleRef, invocation);
      // The provider's own module resolves it: the same class in another module is another provider.
      return await moduleRef.resolve<object>(wrapper.token as string, scope);
    },
  };
}

/** A sub-tree for a call outside of any request: `@Inject(REQUEST)` gives the call's `ToolContext` there. */
function newScope(moduleRef: ModuleRef, invocation: ToolInvocation): ContextId {
  const scope = ContextIdFactory.create();
  moduleRef.registerRequestByContextId(invocation.context, scope);
  return scope;
}
