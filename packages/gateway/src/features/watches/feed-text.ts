// Writes the feeds of a watch, entry by entry: Atom (RFC 4287) and JSON Feed 1.1. An entry depends only on what was stored when it was found, so it never
// changes. Links that lapse are null once they have.
import { formatTime } from '../../domain/clock.ts';
import type { Watch } from '../../domain/gathering/watch.ts';
import type { NumberedItem } from '../collections/found-items.ts';
import type { FeedForm } from './feed-address.ts';

/** The newest items that a feed shows: more than a reader misses between two looks. */
export const FEED_ENTRIES_MAX = 100;
const TITLE_CHARS_MAX = 200;

interface Entry {
  id: string;
  title: string;
  url: string | null;
  author: string | null;
  text: string;
  publishedAt: string | null;
  foundAt: string;
  picture: string | null;
}

/** Whose feed it is, and where. */
export interface FeedFrame {
  service: string;
  /** Of the feed itself, as its reader asked for it. */
  selfUrl: string;
  /** Of the service, for people. */
  homeUrl: string;
  /** When its newest item was found; null without any. */
  foundAtMs: number | null;
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.toWellFormed() : null;

/** A link of a feed is opened by people, so it is never a script. */
function webAddress(value: unknown): string | null {
  const text = textOf(value);
  return text !== null && /^https?:\/\//i.test(text) ? text : null;
}

/** A time that a feed reader understands; platforms may give only a text such as "2 days ago". */
function timeOf(value: unknown): string | null {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(ms) ? null : formatTime(ms);
}

function entryOf({ id: watchId }: Pick<Watch, 'id'>, { number, foundAtMs, record }: NumberedItem): Entry {
  const text = textOf(record.text) ?? textOf(record.description) ?? '';
  const title = textOf(record.title) ?? textOf(record.name) ?? textOf(text) ?? String(record.id);
  const author = record.author as { name?: unknown } | null | undefined;
  return {
    id: `urn:reelgate:watch:${watchId}:${number}`,
    // The cut may be inside a pair of surrogates, and some readers refuse a whole feed for half a pair.
    title: title.slice(0, TITLE_CHARS_MAX).toWellFormed(),
    url: webAddress(record.url),
    author: textOf(author?.name),
    text,
    publishedAt: timeOf(record.published_at),
    foundAt: formatTime(foundAtMs),
    picture: webAddress((record.thumbnails as { url?: unknown }[] | null | undefined)?.[0]?.url),
  };
}

function titleOf({ name, platform, query }: Watch): string {
  if (name !== null) return name;
  const asked = Object.entries(query).map(([parameter, value]) => `${parameter}: ${value}`);
  return `${platform}, ${asked.join(', ')}`.slice(0, TITLE_CHARS_MAX);
}

/** The part of a feed that one item is. */
export function feedEntry(form: FeedForm, watch: Pick<Watch, 'id'>, item: NumberedItem): string {
  const entry = entryOf(watch, item);
  return form === 'atom' ? atomEntry(entry) : jsonEntry(entry);
}

/** `entries`: the newest first. */
export function feedText(
  form: FeedForm,
  watch: Watch,
  entries: readonly string[],
  { service, selfUrl, homeUrl, foundAtMs }: FeedFrame,
): string {
  const title = titleOf(watch);
  if (form === 'json')
    return `{"version":"https://jsonfeed.org/version/1.1","title":${JSON.stringify(title)},"home_page_url":${JSON.stringify(homeUrl)},"feed_url":${JSON.stringify(selfUrl)},"items":[${entries.join(',')}]}`;
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/">
<id>urn:reelgate:watch:${xmlText(watch.id)}</id>
<title>${xmlText(title)}</title>
<updated>${formatTime(foundAtMs ?? watch.createdAtMs)}</updated>
<link rel="self" type="application/atom+xml" href="${xmlText(selfUrl)}"/>
<link rel="alternate" type="text/html" href="${xmlText(homeUrl)}"/>
<author><name>${xmlText(service)}</name></author>
${entries.join('')}</feed>
`;
}

/** Characters that XML 1.0 does not allow are left out, also as references. */
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const REFERENCES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(NOT_IN_XML, '')
    .replaceAll(/[&<>"']/g, (one) => REFERENCES[one]!);
}

/** What an entry says stands in `content`, so that one without an address is valid too (RFC 4287, 4.1.2). */
function atomEntry({ id, title, url, author, text, publishedAt, foundAt, picture }: Entry): string {
  const link = url === null ? '' : `<link rel="alternate" href="${xmlText(url)}"/>\n`;
  const by = author === null ? '' : `<author><name>${xmlText(author)}</name></author>\n`;
  const shown = picture === null ? '' : `<media:thumbnail url="${xmlText(picture)}"/>\n`;
  const published = publishedAt === null ? '' : `<published>${publishedAt}</published>\n`;
  return `<entry>
<id>${xmlText(id)}</id>
<title type="text">${xmlText(title)}</title>
<updated>${foundAt}</updated>
${published}${link}${by}${shown}<content type="text">${xmlText(text)}</content>
</entry>
`;
}

function jsonEntry({ id, title, url, author, text, publishedAt, foundAt, picture }: Entry): string {
  return JSON.stringify({
    ...{ id, title, content_text: text, date_published: publishedAt ?? foundAt },
    ...(url !== null && { url }),
    ...(picture !== null && { image: picture }),
    ...(author !== null && { authors: [{ name: author }] }),
  });
}
