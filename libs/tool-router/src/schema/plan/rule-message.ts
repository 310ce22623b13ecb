import type { ValidatorRule } from '../rules/validator-rules.js';

/** A rule whose own message never shows the refused value, which class-validator would put in for `$value`. */
export function withoutValue(rule: ValidatorRule): ValidatorRule {
  const { message } = rule;
  if (!message) return rule;
  const safe =
    typeof message === 'function'
      ? (args: Parameters<typeof message>[0]) => hideToken(message(args))
      : hideToken(message);
  return Object.assign(Object.create(Object.getPrototypeOf(rule) as object) as ValidatorRule, rule, { message: safe });
}

function hideToken(message: string): string {
  return message.replaceAll('$value', 'the value');
}

/** A validator's message as a fault says it: the path stands before it, so the name of the field is not repeated. */
export function faultMessage(message: string, property: string): string {
  if (!message) return 'is not valid';
  if (message.startsWith(`${property} `)) return message.slice(property.length + 1);
  const each = `each value in ${property} `;
  return message.startsWith(each) ? `each value ${message.slice(each.length)}` : message;
}
