import { resolve } from 'node:path';
import type { BuiltInToolContext } from '../tool/built-in-tool-context.js';

/** What holds where neither the host nor the request says otherwise. */
const DEFAULTS: Omit<BuiltInToolContext, 'workspaceRoot'> = Object.freeze({
  allowedReadRoots: Object.freeze([]),
  restrictReadToAllowedRoots: false,
  allowOutsideWorkspace: false,
  deniedWriteSegments: Object.freeze(['.ssh', '.aws', '.gnupg']),
  defaultReadMaxChars: 12_000,
  maxReadLines: 2_000,
  maxReadLineChars: 2_000,
  maxWriteBytes: 10_000_000,
  maxEditBytes: 10_000_000,
  maxPatchBytes: 1_000_000,
  maxPatchOperations: 100,
  maxPatchedBytes: 50_000_000,
  defaultCommandTimeoutMs: 30_000,
  maxCommandTimeoutMs: 600_000,
  maxOutputChars: 30_000,
  defaultBashLogChars: 12_000,
  maxProcessOutputChars: 120_000,
  processStopGraceMs: 1_000,
  maxProcesses: 16,
  maxEndedProcesses: 50,
  bashEnvironment: Object.freeze([]),
  defaultGrepResults: 100,
  maxGrepResults: 1_000,
  searchTimeoutMs: 30_000,
  defaultGlobResults: 100,
  maxGlobResults: 1_000,
  maxAgentsMdBytes: 256_000,
});

/**
 * The complete context of a call: defaults, then the host's, then the request's values; undefined ones count as missing.
 * The workspace is the working folder of the process unless one of them names another.
 */
export function completeContext(...layers: readonly (Partial<BuiltInToolContext> | undefined)[]): BuiltInToolContext {
  const context: Record<string, unknown> = { workspaceRoot: process.cwd(), ...DEFAULTS };
  for (const layer of layers) {
    for (const [key, value] of Object.entries(layer ?? {})) {
      if (value !== undefined) context[key] = value;
    }
  }
  context['workspaceRoot'] = resolve(context['workspaceRoot'] as string);
  return Object.freeze(context) as unknown as BuiltInToolContext;
}
