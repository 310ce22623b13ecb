import type { ConfigReader } from './config-reader.js';
import { fillEnvironment } from './environment-placeholders.js';
import type { ParseOptions } from './parse-options.js';

/** Fills `${NAME}` in a text of the entry. A user's entry cannot read any variable of the host. */
export function filler(reader: ConfigReader, options: ParseOptions): (text: string, field: string) => string {
  const access = {
    allowed: options.author === 'host' ? (options.envPlaceholders ?? []) : [],
    environment: options.environment ?? process.env,
  };
  return (text, field) => fillEnvironment(text, field, access, reader.fault);
}

/** The fields that every kind of server has. */
export function parseCommon(id: string, reader: ConfigReader, options: ParseOptions) {
  const maxBufferSize = reader.bytes('maxBufferSize');
  const scope = options.author === 'user' ? 'user' : (reader.choice('scope', ['global', 'user']) ?? 'global');
  return {
    id,
    scope,
    author: options.author,
    enabled: reader.flag('enabled') ?? true,
    required: options.author === 'host' && (reader.flag('required') ?? false),
    ...(maxBufferSize === undefined ? {} : { maxBufferSize }),
  } as const;
}
