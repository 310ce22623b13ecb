import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type {
  JsonSchemaType,
  JsonSchemaValidator,
  jsonSchemaValidator,
} from '@modelcontextprotocol/sdk/validation/types.js';

/** The SDK builds a JSON Schema compiler per client; nothing here asks it, so one that does nothing saves the memory. */
const noValidation: jsonSchemaValidator = {
  getValidator<T>(_schema: JsonSchemaType): JsonSchemaValidator<T> {
    return (input) => ({ valid: true, data: input as T, errorMessage: undefined });
  },
};

/**
 * A client that declares no capability: it answers pings and refuses everything else that a server may ask for
 * (sampling, elicitation, roots).
 */
export function createMcpClient(): Client {
  return new Client(
    { name: 'nestjs-tool-router', version: '1' },
    { capabilities: {}, jsonSchemaValidator: noValidation },
  );
}
