import { headOf } from '../../text/cut-text.js';
import type {
  ProjectedDefinition,
  ProviderFormat,
  ProviderShape,
  ProviderTools,
  ToolProjection,
} from '../../tool/provider-tools.js';
import { deepFreeze } from './deep-freeze.js';
import type { Dialect, DialectTool } from './dialect.js';
import { DIALECTS } from './dialects.js';
import { prepareSchema } from './prepared-schema.js';
import type { PreparedSchema } from './prepared-schema.js';
import { WeakeningReport } from './weakening-report.js';

/** Characters of a tool description: OpenAI's documented limit, and enough for any tool. */
const MAX_DESCRIPTION = 1024;

type Shapes = { -readonly [F in ProviderFormat]?: ProviderShape<F> };

/** What is known about one definition: the prepared schema, and each shape once it was asked for. */
interface Projected {
  readonly prepared: PreparedSchema | { readonly refused: string };
  readonly shapes: Shapes;
}

/** Makes a projection that compiles each definition at most once per format, and forgets it with the definition. */
export function createToolProjection(): ToolProjection {
  const known = new WeakMap<ProjectedDefinition, Projected>();
  return {
    project<F extends ProviderFormat>(definition: ProjectedDefinition, format: F): ProviderShape<F> {
      let projected = known.get(definition);
      if (projected === undefined) {
        projected = { prepared: prepareSchema(definition.parameters), shapes: {} };
        known.set(definition, projected);
      }
      const shapes: { [K in F]?: ProviderShape<F> } = projected.shapes;
      return (shapes[format] ??= compile(definition, projected.prepared, DIALECTS[format]));
    },
  };
}

function compile<F extends ProviderFormat>(
  definition: ProjectedDefinition,
  prepared: Projected['prepared'],
  dialect: Dialect<F>,
): ProviderShape<F> {
  if ('refused' in prepared) return refusal(prepared.refused);
  const report = new WeakeningReport(prepared.weakened);
  const description = headOf(definition.description ?? '', MAX_DESCRIPTION);
  if (description !== (definition.description ?? '')) report.add('description', `cut to ${MAX_DESCRIPTION} characters`);
  const { name, strict } = definition;
  const made: DialectTool<F> = dialect({ name, description, strict, root: prepared.root }, report);
  return 'refused' in made ? refusal(made.refused) : shapeOf(made.tool, report.list());
}

function refusal<F extends ProviderFormat>(refused: string): ProviderShape<F> {
  return Object.freeze({ weakened: Object.freeze([]), refused });
}

function shapeOf<F extends ProviderFormat>(tool: ProviderTools[F], weakened: readonly string[]): ProviderShape<F> {
  let text: string | undefined;
  return Object.freeze({
    tool: deepFreeze(tool),
    get json() {
      return (text ??= JSON.stringify(tool));
    },
    weakened,
  });
}
