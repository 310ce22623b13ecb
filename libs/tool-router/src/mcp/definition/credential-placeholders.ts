import type { Fault } from './config-fault.js';
import type { NameValue } from './server-definition.js';

const CREDENTIAL = /\{\{\s*[\w.-]{1,100}\s*\}\}/g;

/** Whether a text holds `{{name}}`, which stands for a credential of the user. */
export function holdsCredential(text: string): boolean {
  return text.search(CREDENTIAL) >= 0;
}

/** Puts something in the place of each `{{name}}`, once. */
export function replaceCredentials(text: string, valueOf: (name: string) => string): string {
  return text.replace(CREDENTIAL, (placeholder) => valueOf(placeholder.slice(2, -2).trim()));
}

/** Refuses header values with `{{name}}` where there is no user, and with what only looks like it. */
export function checkCredentials(headers: readonly NameValue[], scope: 'global' | 'user', fault: Fault): void {
  for (const [name, value] of headers) {
    const field = `headers.${JSON.stringify(name)}`;
    if (value.replace(CREDENTIAL, '').includes('{{')) {
      throw fault(
        field,
        'holds a {{ that begins no name of a credential.',
        'Write {{name}}; letters, digits, _, . and -.',
      );
    }
    if (scope === 'global' && holdsCredential(value)) {
      throw fault(field, 'holds {{name}}, but a global server has no user.', "Set scope to 'user'.");
    }
  }
}
