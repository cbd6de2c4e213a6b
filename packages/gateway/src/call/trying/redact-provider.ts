// Removes from a provider's answer what names the provider, where callers must not learn who serves a platform: its connector,
// host and route, its names inside raw records, and pictures, which may lie on its own hosts. What a record says about its video
// stays. Pure.
import { HIDDEN_NAME } from '../../domain/provider-status.ts';
import type { ConnectedProvider } from './connected-provider.ts';

/** The exchanges of one attempt with its provider. */
export interface ProviderAnswer {
  said: object;
  body: string;
  connector: string;
  host: string;
  route: string;
}

export interface Redaction {
  /** The platform or the mount, as callers name it. This name is not hidden. */
  platform: string;
  /** The address that replaces a picture's address; null removes the picture. */
  picture(url: string): string | null;
}

export type RedactProvider = <T extends ProviderAnswer>(
  exchanged: T,
  by: ConnectedProvider,
  platform: string,
) => T;

export function redactProvider<T extends ProviderAnswer>(
  exchanged: T,
  by: ConnectedProvider,
  hiding: Redaction,
): T {
  const text = nameRedactor(by, hiding.platform);
  const said = withRecords(exchanged.said, (found) => ({
    ...found,
    record: withPictures(found.record, hiding.picture),
    raw: inTexts(found.raw, text),
  }));
  const body = text(exchanged.body);
  return { ...exchanged, said, body, connector: HIDDEN_NAME, host: HIDDEN_NAME, route: HIDDEN_NAME };
}

/** Shorter names occur inside too many ordinary words. */
const NAME_CHARS_MIN = 4;
/** Connectors whose names are ordinary words and identify no seller. */
const ORDINARY_WORDS: ReadonlySet<string> = new Set(['library', 'openapi']);

/** Replaces whatever names the provider in a text: its host, its connector, and the operator's name for it. */
export function nameRedactor(
  { provider, connector, policy }: ConnectedProvider,
  platform: string,
): (text: string) => string {
  const host = policy.origin === null ? '' : new URL(policy.origin).hostname;
  const names = [host, domainOf(host), provider.name, connector.name].filter(
    (name) => name.length >= NAME_CHARS_MIN && !platform.includes(name) && !ORDINARY_WORDS.has(name),
  );
  if (names.length === 0) return (text) => text;
  // Longest first, so that a host is replaced as a whole. The dot is the only character of names and hosts that a pattern would
  // interpret.
  const escaped = names.toSorted((a, b) => b.length - a.length).map((name) => name.replaceAll('.', '\\.'));
  const named = new RegExp(escaped.join('|'), 'gi');
  return (text) => text.replace(named, HIDDEN_NAME);
}

/** `tikhub.io` of `api.tikhub.io`; empty for an IP address or a host without a domain. */
function domainOf(host: string): string {
  const parts = host.split('.');
  return parts.length > 2 && /[a-z]/.test(host) ? parts.slice(-2).join('.') : '';
}

type Found = { record: object; raw: unknown };

/** Changes every record of a page, of one record, or of several by their ids. */
function withRecords(said: object, change: (found: Found) => Found): object {
  const { items, found } = said as { items?: Found[]; found?: ReadonlyMap<string, object> };
  if (items !== undefined) return { ...said, items: items.map(change) };
  if (found !== undefined) {
    return { ...said, found: new Map([...found].map(([id, one]) => [id, withRecords(one, change)])) };
  }
  return 'record' in said ? change(said as Found) : said;
}

interface Pictured {
  thumbnails?: { url: string }[];
  images?: { url: string }[];
  avatar_url?: string | null;
  banner_url?: string | null;
  author?: object | null;
}

function withPictures(record: object, picture: Redaction['picture']): object {
  const { thumbnails, images, author } = record as Pictured;
  const listed = (list: { url: string }[]) =>
    list.flatMap((one) => {
      const url = picture(one.url);
      return url === null ? [] : [{ ...one, url }];
    });
  return {
    ...record,
    ...single(record, 'avatar_url', picture),
    ...single(record, 'banner_url', picture),
    ...(thumbnails && { thumbnails: listed(thumbnails) }),
    ...(images && { images: listed(images) }),
    ...(author && { author: { ...author, ...single(author, 'avatar_url', picture) } }),
  };
}

function single(of: Pictured, name: 'avatar_url' | 'banner_url', picture: Redaction['picture']): object {
  const url = of[name];
  return url ? { [name]: picture(url) } : {};
}

const { isRawJSON } = JSON as unknown as { isRawJSON(value: unknown): boolean };

/** Numbers (also those kept as they were written) and other values that are not text stay as they are. */
function inTexts(value: unknown, text: (text: string) => string): unknown {
  if (typeof value === 'string') return text(value);
  if (Array.isArray(value)) return value.map((one) => inTexts(one, text));
  if (typeof value !== 'object' || value === null || isRawJSON(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inTexts(one, text)]));
}
