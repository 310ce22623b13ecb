import type { PatchResult } from './apply-patch/patch-result.js';
import type { BuiltInTool } from './built-in-tool.js';
import { guardPath } from './workspace/path-guard.js';

/** The patch tool, after which the session no longer counts what it read of the patched files as known. */
export function forgetPatched(tool: BuiltInTool): BuiltInTool {
  return {
    definition: tool.definition,
    async run(args, call) {
      const result = await tool.run(args, call);
      const { changedFiles = [] } = result as Partial<PatchResult>;
      for (const path of call.seen === undefined ? [] : changedFiles) {
        const guarded = await guardPath(path, 'write', call.context).catch(() => undefined);
        if (guarded !== undefined) call.seen?.forget(guarded.real);
      }
      return result;
    },
  };
}
