import type { JsonObject } from '../../../tool/json.js';
import type { BuiltInCall } from '../../built-in-tool.js';
import type { ProcessRegistry } from '../process-registry.js';

/** One action of the tool: its answer becomes the JSON text for the model. */
export type BashAction = (args: JsonObject, call: BuiltInCall, registry: ProcessRegistry) => Promise<object>;
