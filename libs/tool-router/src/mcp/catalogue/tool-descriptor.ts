import type { JsonObjectSchema } from '../../tool/json.js';
import type { ToolAnnotations } from '../../tool/tool-definition.js';

/** A tool of a remote server after its entry in the list was read. Frozen. */
export interface ToolDescriptor {
  /** The name on the wire, as it came. */
  readonly rawName: string;
  /** For the model: at most 1024 characters. */
  readonly description: string;
  /** For the model: the server's schema with a root that is an object. Not validated against. */
  readonly inputSchema: JsonObjectSchema;
  readonly annotations?: ToolAnnotations;
  /** What the server said, untouched. */
  readonly raw: unknown;
  /** Hash of description, schemas and annotations as the server sent them. */
  readonly fingerprint: string;
}

/** Why an entry of a list is not among the tools, or is not complete. */
export interface CatalogueDiagnostic {
  /** Position in the list; absent for the list as a whole. */
  readonly index?: number;
  /** As far as it could be read, cut to 100 characters. */
  readonly toolName?: string;
  readonly reason: string;
}
