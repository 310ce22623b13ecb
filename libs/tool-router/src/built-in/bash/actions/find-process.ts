import { headOf } from '../../../text/cut-text.js';
import type { JsonObject } from '../../../tool/json.js';
import { BuiltInFailure } from '../../built-in-failure.js';
import type { BuiltInCall } from '../../built-in-tool.js';
import { stringArgument } from '../../tool-arguments.js';
import type { BackgroundProcess } from '../background/background-process.js';
import { ownerOf } from '../background/process-owner.js';
import type { ProcessRegistry } from '../process-registry.js';

const MAX_SHOWN_ID = 80;

/**
 * The background process that a call names.
 * @throws BuiltInFailure `validation` for no id, `not_found` for one that this session does not have
 */
export function findProcess(args: JsonObject, call: BuiltInCall, registry: ProcessRegistry): BackgroundProcess {
  const id = stringArgument(args, 'processId');
  const found = registry.find(ownerOf(call.invocation.context), id);
  if (found !== undefined) return found;
  throw new BuiltInFailure(
    'not_found',
    `There is no background process ${JSON.stringify(headOf(id, MAX_SHOWN_ID))} in this session.`,
    'Action list shows the processes of this session and their processId.',
  );
}
