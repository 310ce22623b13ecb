import type { Fault } from './config-fault.js';

const PLACEHOLDER = /\$\{([^}]*)(\}?)/g;
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*/;

/** The environment variables that configurations may use. */
export interface EnvironmentAccess {
  /** Names that the host listed; no other is ever read. */
  readonly allowed: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Puts values in the place of `${NAME}`, once: what a value holds is not looked at again. */
export function fillEnvironment(text: string, field: string, access: EnvironmentAccess, fault: Fault): string {
  return text.replace(PLACEHOLDER, (_, body: string, end: string) => {
    const name = VARIABLE.exec(body)?.[0];
    if (end === '' || name === undefined || name !== body) {
      const shown = name === undefined ? 'a placeholder' : `a placeholder for ${name}`;
      throw fault(field, `holds ${shown} that is not written as \${NAME}.`, 'Only ${NAME} is understood.');
    }
    if (!access.allowed.includes(name)) {
      throw fault(
        field,
        `uses the environment variable ${name}, which is not listed for placeholders.`,
        'Add the name to the option mcp.envPlaceholders, or write the value itself. A server of a user cannot use any.',
      );
    }
    const value = Object.hasOwn(access.environment, name) ? access.environment[name] : undefined;
    if (value === undefined) {
      throw fault(field, `uses the environment variable ${name}, which is not set.`, 'Set it for the host process.');
    }
    return value;
  });
}
