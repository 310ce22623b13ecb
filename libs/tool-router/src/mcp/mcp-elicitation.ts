import type { JsonSchema } from '../tool/json.js';
import type { ToolContext } from '../tool/tool-context.js';

/** What a server wants to know from the user whose call it is running. */
export interface McpElicitation {
  readonly serverId: string;
  /** The tool that runs, as the server calls it. */
  readonly toolName: string;
  readonly callId: string;
  /** The context of the call: it says who the user is. */
  readonly context: ToolContext;
  /** In the words of the server, which are to be shown as such. */
  readonly message: string;
  /** An object of texts, numbers, choices and yes-or-no values. */
  readonly requestedSchema: JsonSchema;
  /** Fires when the call ends or the server does not want to know any more. */
  readonly signal: AbortSignal;
}

/** What the user says. Fields with defaults that the content leaves out are filled in. */
export type McpElicitationAnswer =
  | {
      readonly action: 'accept';
      readonly content: Readonly<Record<string, string | number | boolean | readonly string[]>>;
    }
  | { readonly action: 'decline' | 'cancel' };

/** Asks the user, in whatever way the host has. The call waits meanwhile, and its time goes on. */
export type McpElicitationHandler = (elicitation: McpElicitation) => Promise<McpElicitationAnswer>;
