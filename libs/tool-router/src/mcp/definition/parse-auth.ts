import { urlOf } from '../net/url-of.js';
import type { ConfigReader } from './config-reader.js';
import type { OAuthSettings } from './server-definition.js';

const CLIENT_NAME = 'nestjs-tool-router';

/** Reads the `auth` section; undefined when there is none. */
export function parseAuth(
  reader: ConfigReader,
  fill: (text: string, field: string) => string,
): OAuthSettings | undefined {
  const section = reader.within('auth');
  if (section === undefined) return undefined;
  const { fault } = section;
  const text = (field: string): string | undefined => {
    const value = section.text(field);
    return value === undefined || value === '' ? undefined : fill(value, `auth.${field}`);
  };
  if (section.choice('type', ['oauth']) === undefined) throw fault('auth.type', 'is missing.', 'Write "oauth".');
  const settings: OAuthSettings = {
    grant: section.choice('grant', ['authorization_code', 'client_credentials']) ?? 'authorization_code',
    clientName: text('clientName') ?? CLIENT_NAME,
    ...optional('redirectUrl', text('redirectUrl')),
    ...optional('clientId', text('clientId')),
    ...optional('clientSecret', text('clientSecret')),
    ...optional('clientMetadataUrl', text('clientMetadataUrl')),
    ...optional('scope', text('scope')),
  };
  if (settings.grant === 'authorization_code' && !isWebUrl(settings.redirectUrl)) {
    throw fault('auth.redirectUrl', 'is not a URL.', 'Write where the person comes back to after signing in.');
  }
  if (settings.grant === 'client_credentials' && (!settings.clientId || !settings.clientSecret)) {
    throw fault('auth', 'has no clientId and clientSecret.', 'The grant client_credentials needs both.');
  }
  if (settings.clientMetadataUrl !== undefined && urlOf(settings.clientMetadataUrl)?.protocol !== 'https:') {
    throw fault('auth.clientMetadataUrl', 'is not an https URL.', 'Publish the document under https.');
  }
  return settings;
}

function optional<K extends string>(key: K, value: string | undefined): Partial<Record<K, string>> {
  return value === undefined ? {} : ({ [key]: value } as Record<K, string>);
}

function isWebUrl(text: string | undefined): boolean {
  return text !== undefined && URL.canParse(text);
}
