import type { ProviderFormat, ProviderTools } from '../../tool/provider-tools.js';
import type { ToolDefinition } from '../../tool/tool-definition.js';
import type { SchemaObject } from './schema-node.js';
import type { WeakeningReport } from './weakening-report.js';

/** What every shape needs of a tool, already within the providers' limits. */
interface ToolParts {
  readonly name: string;
  readonly description: string;
  readonly strict: ToolDefinition['strict'];
  /** The prepared root. */
  readonly root: SchemaObject;
}

/** A tool in a provider's shape, or why that provider would refuse it. */
export type DialectTool<F extends ProviderFormat> = { readonly tool: ProviderTools[F] } | { readonly refused: string };

/** Puts one tool into one provider's shape. */
export type Dialect<F extends ProviderFormat> = (parts: ToolParts, report: WeakeningReport) => DialectTool<F>;
