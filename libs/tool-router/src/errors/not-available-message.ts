const MAX_SHOWN_NAME = 80;

/** One text for unknown and refused tools, so that a model cannot learn which names exist. */
export function notAvailableMessage(toolName: string): string {
  const shown = toolName.length > MAX_SHOWN_NAME ? `${toolName.slice(0, MAX_SHOWN_NAME).toWellFormed()}…` : toolName;
  return `There is no tool named ${JSON.stringify(shown)} in this request. Call only tools from the list that came with the request, spelled exactly as listed.`;
}
