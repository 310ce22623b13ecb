import { DiscoveryService } from '@golevelup/nestjs-discovery';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { ModuleRef, ModulesContainer } from '@nestjs/core';
import { STATIC_CONTEXT } from '@nestjs/core/injector/constants.js';
import type { InstanceWrapper } from '@nestjs/core/injector/instance-wrapper.js';
import type { Module } from '@nestjs/core/injector/module.js';
import { ToolDefinitionException } from '../errors/tool-definition.exception.js';
import type { ClassType } from '../tool/class-type.js';
import { createFunctionTool } from './function-tool.js';
import { createMcpTool } from './mcp-tool.js';
import type { StringResults } from './result-text.js';
import { createToolHost, type ToolHost } from './tool-host.js';
import { toolMetadata, type ToolMetadata } from './tool-metadata.accessor.js';
import { ToolRegistry } from './tool-registry.js';

/**
 * Finds the annotated providers of every module and registers their tools: at bootstrap, and again for modules that
 * were loaded lazily. Decides by the container's own wrappers, because an instance that the container has not really
 * built (request scope, also through a dependency) must never be called.
 */
@Injectable()
export class ToolExplorer implements OnModuleInit {
  #registry = new ToolRegistry();
  readonly #logger = new Logger('ToolRouter');
  readonly #seenModules = new Set<Module>();
  /** Where a class was registered first; the same class in a second module is the same tool. */
  readonly #moduleOfType = new Map<ClassType, string>();
  readonly #seenInstances = new Set<object>();
  #failure: Error | undefined;

  constructor(
    private readonly modules: ModulesContainer,
    private readonly discovery: DiscoveryService,
    private readonly strings: StringResults,
  ) {}

  /** What was found; a container whose hooks never ran (a compiled testing module) is explored on first use. */
  get registry(): ToolRegistry {
    if (this.#seenModules.size === 0 || this.#failure !== undefined) this.explore();
    return this.#registry;
  }

  async onModuleInit(): Promise<void> {
    // A module that is being loaded lazily may still be making instances; the look-up of all providers waits for them.
    if (this.#isPending()) await this.discovery.providers(() => false);
    // A constructor that asked for a tool has looked at modules whose providers were not made yet.
    if (this.#seenModules.size > 0) this.#forget();
    this.explore();
  }

  /**
   * Registers the tools of all modules that were not looked at yet.
   * @throws ToolDefinitionException for a decorator that is used wrongly and for a name that is taken
   */
  explore(): void {
    // A registry that was filled in part would hide the fault behind tools that are merely missing.
    if (this.#failure !== undefined) throw this.#failure;
    try {
      this.#exploreNewModules();
    } catch (error) {
      this.#failure = error as Error;
      throw error;
    }
  }

  #isPending(): boolean {
    for (const { providers } of this.modules.values()) {
      for (const wrapper of providers.values()) {
        const host = wrapper.getInstanceByContextId(STATIC_CONTEXT);
        if (host.isPending === true && !host.isResolved) return true;
      }
    }
    return false;
  }

  #forget(): void {
    this.#registry = new ToolRegistry();
    this.#seenModules.clear();
    this.#moduleOfType.clear();
    this.#seenInstances.clear();
    this.#failure = undefined;
  }

  #exploreNewModules(): void {
    for (const module of this.modules.values()) {
      if (this.#seenModules.has(module)) continue;
      this.#seenModules.add(module);
      const moduleRef = module.providers.get(ModuleRef)?.instance as ModuleRef;
      for (const wrapper of module.providers.values()) this.#exploreProvider(wrapper, module, moduleRef);
      for (const wrapper of module.controllers.values()) refuseController(wrapper);
    }
  }

  #exploreProvider(wrapper: InstanceWrapper, module: Module, moduleRef: ModuleRef): void {
    if (wrapper.isAlias) return;
    const found = toolClassOf(wrapper);
    if (found === undefined) return;
    const { type } = found;
    const host = createToolHost(wrapper, type, module.name, moduleRef);
    if (host.instance !== undefined) {
      if (this.#seenInstances.has(host.instance)) return;
      this.#seenInstances.add(host.instance);
    }
    const first = this.#moduleOfType.get(type);
    if (first !== undefined && wrapper.token === type) {
      this.#logger.warn(
        `${type.name} is provided by ${first} and by ${module.name}; its tools use the one of ${first}. Export it there and import that module instead.`,
      );
      return;
    }
    this.#moduleOfType.set(type, module.name);
    this.#register(host, found.metadata);
  }

  #register(host: ToolHost, { functionCall, service, tools }: ToolMetadata): void {
    if (functionCall !== undefined) {
      this.#registry.addFunction(createFunctionTool(host, functionCall, this.strings));
    }
    if (service === undefined) {
      const [first] = tools.keys();
      if (first === undefined) return;
      throw new ToolDefinitionException(
        `${host.label}.${first}`,
        '@McpTool is on a method of a class that is no service.',
        'Add @McpService() to the class.',
      );
    }
    const serviceName = service.name === undefined || service.name.trim() === '' ? host.type.name : service.name;
    this.#registry.addService(serviceName);
    for (const [property, options] of tools) {
      this.#registry.addLocalTool(createMcpTool(host, serviceName, property, options, this.strings));
    }
  }
}

/** A class that carries tool decorators, with what they say. */
interface ToolClass {
  readonly type: ClassType;
  readonly metadata: ToolMetadata;
}

/**
 * The decorated class behind a provider: its own class, the class of the instance that a factory or a value gave,
 * or the class that serves as its token, such as one that a test replaced by a plain object.
 */
function toolClassOf(wrapper: InstanceWrapper): ToolClass | undefined {
  const { instance, metatype, token } = wrapper as { instance: unknown; metatype: unknown; token: unknown };
  const built = wrapper.isDependencyTreeStatic() && typeof instance === 'object' && instance !== null;
  const ofInstance = built
    ? (Object.getPrototypeOf(instance) as { constructor?: unknown } | null)?.constructor
    : undefined;
  const given = wrapper.inject ? undefined : metatype;
  return (
    asToolClass(ofInstance) ??
    (given === ofInstance ? undefined : asToolClass(given)) ??
    (token === ofInstance || token === given ? undefined : asToolClass(token))
  );
}

function asToolClass(candidate: unknown): ToolClass | undefined {
  if (typeof candidate !== 'function' || typeof candidate.prototype !== 'object') return undefined;
  const type = candidate as ClassType;
  const metadata = toolMetadata.ofClass(type);
  return metadata === undefined ? undefined : { type, metadata };
}

function refuseController(wrapper: InstanceWrapper): void {
  const { metatype } = wrapper as { metatype: unknown };
  if (typeof metatype !== 'function' || toolMetadata.ofClass(metatype as ClassType) === undefined) return;
  throw new ToolDefinitionException(
    metatype.name,
    'a controller carries tool decorators.',
    'Move the tools to a provider and inject it into the controller.',
  );
}
