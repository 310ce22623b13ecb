import { mayBePublicHost } from '../net/public-host.js';
import { urlOf } from '../net/url-of.js';
import { checkCredentials, holdsCredential } from './credential-placeholders.js';
import type { ConfigReader } from './config-reader.js';
import { checkHeaders } from './header-rules.js';
import { parseAuth } from './parse-auth.js';
import { filler, parseCommon } from './parse-common.js';
import type { ParseOptions } from './parse-options.js';
import type { HttpDefinition, NameValue } from './server-definition.js';

/** Reads the fields of a server behind a URL. */
export function parseHttp(id: string, reader: ConfigReader, options: ParseOptions): Omit<HttpDefinition, 'type'> {
  const { fault } = reader;
  const fill = filler(reader, options);
  const common = parseCommon(id, reader, options);
  const rules = addressRules(reader, options);
  const url = parseUrl(fill(reader.text('url') ?? '', 'url'), rules, reader);
  const filled = reader.pairs('headers').map(([name, value]) => [name, fill(value, `headers.${name}`)] as const);
  const headers = checkHeaders(filled, fault);
  checkCredentials(headers, common.scope, fault);
  const auth = parseAuth(reader, fill);
  return {
    ...common,
    ...rules,
    url,
    headers,
    replayOn404: reader.flag('replayOn404') ?? false,
    ...(auth === undefined ? {} : { auth }),
    warnings: warningsOf(headers, auth !== undefined),
  };
}

/** Servers of the host may be anywhere unless it says otherwise; those of users only where the host lets them. */
function addressRules(reader: ConfigReader, options: ParseOptions): { guarded: boolean; allowHttp: boolean } {
  const wished = reader.flag('allowPrivate');
  if (options.author === 'host') return { guarded: wished === false, allowHttp: true };
  const { allowPrivate = false, allowHttp = false } = options.userServers ?? {};
  return { guarded: !allowPrivate || wished === false, allowHttp };
}

function parseUrl(text: string, rules: { guarded: boolean; allowHttp: boolean }, { fault }: ConfigReader): string {
  if (text.trim() === '') throw fault('url', 'is missing.', 'Write the address of the server.');
  if (holdsCredential(text)) {
    throw fault('url', 'holds {{name}}, which only headers may.', 'Send the credential in a header.');
  }
  const url = urlOf(text.trim());
  if (url === undefined) throw fault('url', 'is not a URL.', 'Write it with https:// and a host.');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw fault('url', 'is neither https nor http.', 'Only these two are spoken.');
  }
  if (url.username !== '' || url.password !== '') {
    throw fault('url', 'holds a user name or a password.', 'Send credentials in a header.');
  }
  if (url.protocol === 'http:' && !rules.allowHttp) {
    throw fault('url', 'is not encrypted, which servers of users must be.', 'Use https.');
  }
  if (rules.guarded && !mayBePublicHost(url.hostname)) {
    throw fault('url', 'is not an address of the public internet.', 'Use a server that everybody can reach.');
  }
  url.hash = '';
  return url.href;
}

function warningsOf(headers: readonly NameValue[], hasAuth: boolean): readonly string[] {
  if (!hasAuth || !headers.some(([name]) => name.toLowerCase() === 'authorization')) return [];
  return [
    'both auth and an Authorization header are set: a header with {{name}} is sent before the OAuth token, and that before a fixed header',
  ];
}
