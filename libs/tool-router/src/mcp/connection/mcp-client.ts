import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  ElicitRequestSchema,
  type ElicitRequestFormParams,
  type ElicitResult,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';
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

/** Answers a question to the user that a server asks with a form. */
export type AnswerQuestion = (
  params: ElicitRequestFormParams,
  id: RequestId,
  signal: AbortSignal,
) => Promise<ElicitResult>;

/**
 * A client that answers pings, and questions to the user where somebody takes them, and refuses everything else that
 * a server may ask for (sampling, roots): it declares no capability for it.
 */
export function createMcpClient(answer?: AnswerQuestion): Client {
  const client = new Client(
    { name: 'nestjs-tool-router', version: '1' },
    {
      capabilities: answer ? { elicitation: { form: { applyDefaults: true } } } : {},
      jsonSchemaValidator: noValidation,
    },
  );
  if (answer) {
    // The SDK refuses other kinds of questions than forms before they come here.
    client.setRequestHandler(ElicitRequestSchema, ({ params }, { requestId, signal }) =>
      answer(params as ElicitRequestFormParams, requestId, signal),
    );
  }
  return client;
}
