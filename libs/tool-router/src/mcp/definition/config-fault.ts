import { ToolDefinitionException } from '../../errors/tool-definition.exception.js';

/** Makes the exception for a field of a server entry. The texts never hold a value of the entry. */
export type Fault = (field: string, problem: string, remedy: string) => ToolDefinitionException;

/** Faults of one server entry, with the path that leads to the field. */
export function faultsOf(id: string): Fault {
  return (field, problem, remedy) =>
    new ToolDefinitionException(`mcpServers.${id}${field === '' ? '' : `.${field}`}`, problem, remedy);
}
