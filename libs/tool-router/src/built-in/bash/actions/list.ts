import { ownerOf } from '../background/process-owner.js';
import type { BashAction } from './bash-action.js';

/** Answers the background processes of the session, newest first. */
export const list: BashAction = async (_args, call, registry) => ({
  processes: registry.list(ownerOf(call.invocation.context)).map((listed) => listed.snapshot()),
});
