import { isRecord } from '../definition/is-record.js';
import { base64Size } from './base64.js';
import { placeholder, textSegment, type Segment } from './segment.js';
import { listed, shownMimeType, shownUri, shownValue } from './shown-value.js';

type Part = Readonly<Record<string, unknown>>;

/** What one part of a result's content says to the model. */
export interface PartSegments {
  readonly segments: readonly Segment[];
  /** Whether the part is of a known kind and intact. */
  readonly usable: boolean;
}

/** Turns one content part into text: media and links become one-line placeholders, nothing is fetched. */
export function partSegments(part: unknown): PartSegments {
  if (typeof part === 'string') return usable(textSegment(part));
  if (!isRecord(part)) return broken('[unreadable content]');
  switch (part['type']) {
    case 'text':
      return typeof part['text'] === 'string' ? usable(textSegment(part['text'])) : broken('[unreadable text]');
    case 'image':
    case 'audio':
      return usable(media(part['type'], part['data'], part));
    case 'resource_link':
      return usable(link(part));
    case 'resource':
      return isRecord(part['resource']) ? resource(part['resource']) : broken('[unreadable resource]');
    default:
      return broken(`[content of an unknown kind${kindOf(part['type'])}]`);
  }
}

function usable(...segments: readonly Segment[]): PartSegments {
  return { segments, usable: true };
}

function broken(text: string): PartSegments {
  return { segments: [placeholder(text)], usable: false };
}

function kindOf(type: unknown): string {
  const shown = shownValue(type, 40);
  return shown === undefined ? '' : `: ${shown}`;
}

function media(kind: string, data: unknown, part: Part, uri?: string): Segment {
  const size = base64Size(data);
  const bytes = size === undefined ? 'unreadable data' : `${size} bytes`;
  return placeholder(`[${kind}: ${listed([shownMimeType(part['mimeType']), bytes, uri])}, not shown]`);
}

function link(part: Part): Segment {
  const name = shownValue(part['title'], 200) ?? shownValue(part['name'], 200);
  const uri = shownUri(part['uri']);
  const named = name === undefined || uri === undefined ? (uri ?? name ?? 'without an address') : `${name} <${uri}>`;
  return placeholder(
    `[link: ${listed([named, shownMimeType(part['mimeType']), shownValue(part['description'], 500)])}]`,
  );
}

function resource(content: Part): PartSegments {
  const uri = shownUri(content['uri']);
  if (typeof content['text'] === 'string') {
    const heading = uri === undefined ? [] : [placeholder(`[resource: ${uri}]`)];
    return usable(...heading, textSegment(content['text']));
  }
  if ('blob' in content) return usable(media('resource', content['blob'], content, uri));
  return broken(`[unreadable resource${uri === undefined ? '' : `: ${uri}`}]`);
}
