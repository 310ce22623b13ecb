import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { McpServerConfig, ToolSelection } from 'nestjs-tool-router';

/** What the configuration file says; paths in it are relative to the file. */
export interface ToolConfig {
  readonly workspaceRoot: string;
  /** Built-in coding tools that are enabled. */
  readonly builtIn: readonly string[];
  readonly mcpServers: Readonly<Record<string, McpServerConfig>>;
  /** What may be listed and run; all of the configuration where the file does not say. */
  readonly allow: ToolSelection;
}

/** The configuration cannot be used; the message says what to change. */
export class ToolConfigError extends Error {}

/** Reads `{ workspaceRoot?, builtIn?: string[], mcpServers?: {…}, allow?: { functions?, mcpServers? } }`. */
export function readToolConfig(path: string): ToolConfig {
  const content = parse(path);
  const { workspaceRoot = '.', builtIn = [], mcpServers = {}, allow } = content;
  if (typeof workspaceRoot !== 'string') throw new ToolConfigError(`${path}: workspaceRoot must be a path.`);
  if (!isTextList(builtIn)) throw new ToolConfigError(`${path}: builtIn must be a list of tool names.`);
  if (!isRecord(mcpServers)) throw new ToolConfigError(`${path}: mcpServers must be an object of server definitions.`);
  const everything = { functions: builtIn, mcpServers: Object.keys(mcpServers) };
  return {
    workspaceRoot: resolve(dirname(path), workspaceRoot),
    builtIn,
    mcpServers: mcpServers as Readonly<Record<string, McpServerConfig>>,
    allow: allow === undefined ? everything : readSelection(path, allow),
  };
}

/** What cannot be read as an allowlist must not end as one that allows more. */
function readSelection(path: string, allow: unknown): ToolSelection {
  if (!isRecord(allow)) throw new ToolConfigError(`${path}: allow must be an object of functions and mcpServers.`);
  const { functions = [], mcpServers = [] } = allow;
  if (!isTextList(functions)) throw new ToolConfigError(`${path}: allow.functions must be a list of tool names.`);
  if (!isTextList(mcpServers)) throw new ToolConfigError(`${path}: allow.mcpServers must be a list of server ids.`);
  return { functions, mcpServers };
}

function parse(path: string): Record<string, unknown> {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8')) as unknown;
  } catch (error) {
    throw new ToolConfigError(
      `${path} cannot be read as JSON: ${error instanceof Error ? error.message : 'unknown fault'}`,
    );
  }
  if (!isRecord(content)) throw new ToolConfigError(`${path} must hold a JSON object.`);
  return content;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
