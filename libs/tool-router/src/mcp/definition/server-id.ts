import { ToolDefinitionException } from '../../errors/tool-definition.exception.js';

const MAX_LENGTH = 300;
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const SCOPE_PREFIX = /^(?:user|local|global):/;

/**
 * Checks the id of a server.
 * @throws ToolDefinitionException when an allowlist or a log could not carry it
 */
export function assertServerId(id: unknown): asserts id is string {
  const problem = problemOf(id);
  if (problem === undefined) return;
  const shown = typeof id === 'string' ? JSON.stringify(id.slice(0, 80)) : `of type ${typeof id}`;
  throw new ToolDefinitionException(`MCP server id ${shown}`, problem, 'Choose another id.');
}

function problemOf(id: unknown): string | undefined {
  if (typeof id !== 'string') return 'is not a text.';
  if (id.trim() === '') return 'is blank.';
  if (id.trim() !== id) return 'begins or ends with white space.';
  if (id.length > MAX_LENGTH) return `is longer than ${MAX_LENGTH} characters.`;
  if (CONTROL.test(id) || !id.isWellFormed()) return 'holds control characters or broken ones.';
  if (SCOPE_PREFIX.test(id)) return 'begins like a scope of the allowlist (user:, local:, global:).';
  return undefined;
}
