import { applyPatchTool } from './apply-patch/apply-patch.tool.js';
import { createBashTool } from './bash/bash.tool.js';
import type { ProcessRegistry } from './bash/process-registry.js';
import type { BuiltInTool } from './built-in-tool.js';
import { editTool } from './edit.tool.js';
import { readFileTool } from './read-file.tool.js';
import { forgetPatched } from './forget-patched.js';
import { globTool } from './search/glob.tool.js';
import { grepTool } from './search/grep.tool.js';
import { updateAgentsMdTool } from './update-agents-md.tool.js';
import { writeFileTool } from './write-file.tool.js';

/**
 * Every coding tool, in the order in which they are listed.
 * @param registry owns the processes that `bash` starts
 */
export function codingTools(registry: ProcessRegistry): readonly BuiltInTool[] {
  return [
    createBashTool(registry),
    readFileTool,
    writeFileTool,
    forgetPatched(applyPatchTool),
    globTool,
    grepTool,
    editTool,
    updateAgentsMdTool,
  ];
}
