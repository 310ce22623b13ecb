import type * as library from 'nestjs-tool-router';
import type { JsonSchema, McpServerConfig, ProjectionNote, ProviderFormat, ToolResult } from 'nestjs-tool-router';

/** How a server got on with the router. */
export interface Trial {
  readonly state: string;
  readonly reason?: string;
  /** Exposed names. */
  readonly names: readonly string[];
  /** The same tools as the server calls them. */
  readonly rawNames: readonly string[];
  /** Exposed names that some provider would refuse. */
  readonly badNames: readonly string[];
  readonly schemas: readonly JsonSchema[];
  /** Tools in the list for each provider. */
  readonly projected: Readonly<Record<ProviderFormat, number>>;
  readonly notes: readonly (ProjectionNote & { readonly format: ProviderFormat })[];
  /** The exposed name of the called tool. */
  readonly name: string;
  readonly result: ToolResult;
  readonly warnings: readonly string[];
  readonly processesLeft: readonly number[];
}

export function tryServer(
  library: Pick<typeof library, 'McpGateway' | 'ToolRouter' | 'ToolRouterModule'>,
  config: McpServerConfig,
  call: { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> },
): Promise<Trial>;
