// How a video becomes an item of an answer: the fields from the connector, plus platform, rank and source.
import type { ParsedRecord } from '../connectors/connector.ts';
import type { AuthorProfile } from '../domain/author.ts';
import { orientationOf } from '../domain/search-filters.ts';
import type { NamedThing } from '../domain/thing-names.ts';
import type { ParsedVideo, Video } from '../domain/video.ts';
import { type ByteText, byteText, readableText } from './byte-text.ts';
import type { ItemOrigin, RecordForm } from './operation.ts';

export const videoRecord: RecordForm = { kind: 'video', schema: 'reelgate.video.v1', item, things };

function things(parsed: ParsedRecord): NamedThing[] {
  const { id, alt_ids, author } = parsed as ParsedVideo;
  return [
    ['video', id, ...alt_ids],
    ['author', author.id, author.handle],
  ];
}

/** For a list of an author's videos, where some may be pinned. */
export const authorVideoRecord: RecordForm = {
  ...videoRecord,
  item(origin, parsed, rank) {
    const { pinned } = parsed as ParsedVideo;
    const video = item(origin, parsed, rank);
    return pinned === true ? { ...video, pinned } : video;
  },
};

/** For a search, where a platform may say what of the keyword a video has. */
export const foundVideoRecord: RecordForm = {
  ...videoRecord,
  item(origin, parsed, rank) {
    const { match, matched } = parsed as ParsedVideo;
    const video = item(origin, parsed, rank);
    if (match === undefined) return video;
    return matched === undefined ? { ...video, match } : { ...video, match, matched };
  },
};

/** For the videos of a playlist, each with its place there. */
export const playlistVideoRecord: RecordForm = {
  ...videoRecord,
  item(origin, parsed, rank) {
    const { position } = parsed as ParsedVideo;
    const video = item(origin, parsed, rank);
    return position === undefined ? video : { ...video, position };
  },
};

/** For a video that was looked up by itself: with the transcripts that exist. */
export const wholeVideoRecord: RecordForm = {
  ...videoRecord,
  item: (origin, parsed, rank) => ({
    ...item(origin, parsed, rank),
    tracks: (parsed as ParsedVideo).tracks ?? null,
  }),
};

/** The fields that identify a video. */
export type VideoHead = Pick<Video, 'platform' | 'id' | 'url'>;

const BEHIND_HEAD = ',"embed_url":';
const BEFORE_RANK = ',"rank":';

/** Reads the first fields of a written item without parsing the rest. Quotes inside strings are escaped, so no string can look like a field. */
export function headOf(bytes: ByteText): VideoHead {
  const end = bytes.indexOf(BEHIND_HEAD);
  const head = bytes.slice(0, end);
  if (end === -1 || NOT_AS_IT_IS.test(head)) return wholeHead(bytes);
  return {
    platform: textAfter(head, '{"platform":"')!,
    id: textAfter(head, ',"id":"')!,
    url: textAfter(head, ',"url":"'),
  };
}

/** A text with an escaped character, or with one beyond ASCII, is not written as it reads. */
const NOT_AS_IT_IS = /[^\0-\x5b\x5d-\x7f]/;

/** Parses the first fields, or the whole item where it has no such fields. */
function wholeHead(bytes: ByteText): Pick<Video, 'platform' | 'id' | 'url' | 'alt_ids'> {
  const end = bytes.indexOf(BEHIND_HEAD);
  const head = end === -1 ? bytes : (`${bytes.slice(0, end)}}` as ByteText);
  return JSON.parse(readableText(head)) as Video;
}

/** The video or author of an item, by every id that the item gives. Only videos have an address to embed. */
export function thingOf(bytes: ByteText): { platform: string; thing: NamedThing } {
  if (bytes.includes(BEHIND_HEAD)) {
    const { platform, id, alt_ids } = wholeHead(bytes);
    return { platform, thing: ['video', id, ...alt_ids] };
  }
  const { platform, id, handle, alt_ids } = JSON.parse(readableText(bytes)) as AuthorProfile;
  return { platform, thing: ['author', id, handle, ...alt_ids] };
}

/** What a merge reads of an item. */
export interface ItemGist {
  title: string | null;
  text: string | null;
  language: string | null;
  duration_ms: number | null;
  author: { name: string | null; handle: string | null };
}

const BEHIND_TEXTS = ',"stats":';
const BEFORE_TEXTS = ',"kind":';

/** Parses only the part of a video that has these fields. An author has its own name in place of a title. */
export function gistOf(bytes: ByteText): ItemGist {
  const from = bytes.indexOf(BEFORE_TEXTS);
  if (bytes.includes(BEHIND_HEAD))
    return JSON.parse(
      readableText(`{${bytes.slice(from + 1, bytes.indexOf(BEHIND_TEXTS, from))}}` as ByteText),
    );
  const { name, handle, text } = JSON.parse(readableText(bytes)) as AuthorProfile;
  return { title: null, text, language: null, duration_ms: null, author: { name, handle } };
}

const FETCHED_AT = '"fetched_at":"';

export function fetchedAtOf(bytes: ByteText): string {
  const at = bytes.lastIndexOf(FETCHED_AT) + FETCHED_AT.length;
  return bytes.slice(at, bytes.indexOf('"', at));
}

/** Reads one field of a head without an escaped character, so every string ends at the next quote. null when the field is no string. */
function textAfter(head: string, name: string): string | null {
  const at = head.indexOf(name);
  if (at === -1) return null;
  return head.slice(at + name.length, head.indexOf('"', at + name.length));
}

/** Where an item of one platform is on others. */
export interface Elsewhere {
  also_in: readonly VideoHead[];
  maybe_also_in: readonly VideoHead[];
}

/** The item with another rank, and with the other platforms that have it. */
export function placedAt(bytes: ByteText, rank: number, elsewhere: Elsewhere): ByteText {
  const at = bytes.lastIndexOf(BEFORE_RANK);
  const after = bytes.indexOf(',', at + BEFORE_RANK.length);
  const others = Object.entries(elsewhere)
    .map(([name, heads]) => (heads.length === 0 ? '' : `,"${name}":${JSON.stringify(heads)}`))
    .join('');
  return `${bytes.slice(0, at)}${byteText(others)}${BEFORE_RANK}${rank}${bytes.slice(after)}` as ByteText;
}

/** One object literal makes every item. All items then have the same shape in memory, and JSON.stringify writes a list of them in half the time. */
function item({ platform, source }: ItemOrigin, parsed: ParsedRecord, rank: number): Video {
  const video = parsed as ParsedVideo;
  return {
    platform,
    id: video.id,
    alt_ids: video.alt_ids,
    url: video.url,
    embed_url: video.embed_url,
    kind: video.kind,
    title: video.title,
    text: video.text,
    text_truncated: video.text_truncated,
    tags: video.tags,
    language: video.language,
    region: video.region,
    published_at: video.published_at,
    published_precision: video.published_precision,
    published_text: video.published_text,
    original_published_at: video.original_published_at,
    duration_ms: video.duration_ms,
    width: video.width,
    height: video.height,
    author: video.author,
    stats: video.stats,
    approx: video.approx,
    thumbnails: video.thumbnails,
    license: video.license,
    nsfw: video.nsfw,
    category: video.category,
    music: video.music,
    captions: video.captions,
    live: video.live,
    location: video.location,
    mentions: video.mentions,
    updated_at: video.updated_at,
    orientation: orientationOf(video),
    missing: video.missing,
    rank,
    source: source as Video['source'],
  };
}
