// The library's own record: the form in which a video is stored and returned, whatever file it came from. A field without a value is
// undefined, which JSON omits. The sequence of the fields is fixed, so equal records are equal text.
import { hash } from 'node:crypto';
import type { TrackKind } from '../domain/transcript/tracks.ts';
import type { LiveState } from '../domain/video.ts';
import { PLAYLISTS_MAX } from './limits.ts';
import { indexWordsOf } from './searching/loose-words.ts';
import { type Field, indexField } from './searching/terms.ts';

export type PublishedPrecision = 'ms' | 's' | 'day';

export interface LibraryAuthor {
  id?: string | undefined;
  handle?: string | undefined;
  name?: string | undefined;
  url?: string | undefined;
  avatar_url?: string | undefined;
  verified?: boolean | undefined;
  followers?: number | undefined;
}

const STAT_NAMES = [
  'views',
  'likes',
  'comments',
  'shares',
  'saves',
  'reposts',
  'downloads',
  'danmaku',
] as const;
export type StatName = (typeof STAT_NAMES)[number];

export interface LibraryThumbnail {
  url: string;
  width?: number | undefined;
  height?: number | undefined;
}

export interface LibraryLive {
  state: LiveState;
  scheduled_at?: string | undefined;
  viewers?: number | undefined;
}

/** The place of a video in a playlist, with what a downloader saved about the playlist. */
export interface PlaylistPlace {
  id: string;
  /** From 1. */
  position: number;
  title?: string | undefined;
  url?: string | undefined;
  author?: LibraryAuthor | undefined;
  /** Number of entries of the playlist, also of those that are not in the library. */
  video_count?: number | undefined;
}

/** A transcript as the record lists it. Its content is stored apart, under its place in this list. */
export interface LibraryTrack {
  language?: string | undefined;
  kind?: TrackKind | undefined;
  translated?: true | undefined;
  /** Of its content, so that a record with another transcript is another record. */
  digest: string;
}

export interface LibraryRecord {
  id: string;
  alt_ids?: string[] | undefined;
  kind?: 'images' | 'live' | undefined;
  title?: string | undefined;
  text?: string | undefined;
  text_truncated?: true | undefined;
  tags?: string[] | undefined;
  language?: string | undefined;
  region?: string | undefined;
  url?: string | undefined;
  embed_url?: string | undefined;
  published_at?: string | undefined;
  published_precision?: PublishedPrecision | undefined;
  duration_ms?: number | undefined;
  width?: number | undefined;
  height?: number | undefined;
  author?: LibraryAuthor | undefined;
  stats?: Partial<Record<StatName, number>> | undefined;
  thumbnails?: LibraryThumbnail[] | undefined;
  license?: { name?: string | undefined; url?: string | undefined } | undefined;
  nsfw?: boolean | undefined;
  category?: string | undefined;
  music?: { id?: string | undefined; title?: string | undefined; author?: string | undefined } | undefined;
  captions?: boolean | undefined;
  live?: LibraryLive | undefined;
  location?: string | undefined;
  updated_at?: string | undefined;
  original_published_at?: string | undefined;
  /** At most one place in each playlist. */
  playlists?: PlaylistPlace[] | undefined;
  /** The transcripts; `IndexEntry.tracks` holds their contents. */
  tracks?: LibraryTrack[] | undefined;
  /** The site from which a downloader took the video. */
  origin?: string | undefined;
  /** Set on the records that ship with Reelgate; they describe no real video. */
  sample?: true | undefined;
}

/** A comment that a downloader saved with a video. */
export interface LibraryComment {
  id: string;
  /** Ids of the comment that it answers, and of the top comment; absent for a top comment. */
  parent?: string | undefined;
  root?: string | undefined;
  text?: string | undefined;
  published_at?: string | undefined;
  published_precision?: PublishedPrecision | undefined;
  author?: LibraryAuthor | undefined;
  is_creator?: boolean | undefined;
  pinned?: boolean | undefined;
  hearted?: boolean | undefined;
  likes?: number | undefined;
  /** Number of replies at any depth; only for top comments. */
  replies?: number | undefined;
}

/** One record prepared for the index, so that the writer need not parse anything. */
export interface IndexEntry {
  id: string;
  /** JSON text as UTF-8, so that it can pass between threads and into the database without conversion. */
  body: Uint8Array;
  /** Terms separated by spaces, as UTF-8. */
  terms: Uint8Array;
  /** Words of all fields separated by spaces, as UTF-8, for the search below the exact tiers. */
  words: Uint8Array;
  /** Publication in whole seconds since 1970, at least 1; 0 without a date. Results are sorted by it. */
  second: number;
  language: string;
  isSample: boolean;
  /** The key of its author: the id, or the handle when there is no id; empty without either. */
  author: string;
  handle: string;
  /** -1 when unknown. */
  views: number;
  /** A list as JSON text in UTF-8, in the sequence of the file; empty when the file has no information about comments. */
  comments: Uint8Array;
  /** The contents of its transcripts, in the sequence of `record.tracks`: a list as JSON text in UTF-8; empty when the file says nothing about them. */
  tracks: Uint8Array;
}

// 2^33 seconds reach the year 2242; together with the position within the second they fit into a double's 53 bits.
const SECOND_MAX = 2 ** 33 - 1;

const NOTHING = new Uint8Array();

export function toEntry(
  record: LibraryRecord,
  comments?: readonly LibraryComment[],
  tracks?: readonly string[],
): IndexEntry {
  const handle = plainHandle(record.author?.handle ?? '');
  return {
    id: record.id,
    body: Buffer.from(JSON.stringify(record)),
    terms: Buffer.from(indexRecord(record)),
    words: Buffer.from(wordsOfRecord(record)),
    second: publishedSecond(record.published_at),
    language: record.language ?? '',
    isSample: record.sample === true,
    author: record.author?.id ?? handle,
    handle,
    views: record.stats?.views ?? -1,
    comments: comments === undefined ? NOTHING : Buffer.from(JSON.stringify(comments)),
    tracks: tracks === undefined ? NOTHING : Buffer.from(JSON.stringify(tracks)),
  };
}

/** Platforms write handles with and without the `@`, and ignore case. */
export function plainHandle(handle: string): string {
  return handle.replace(/^@/, '').toLowerCase();
}

function indexRecord(record: LibraryRecord): string {
  const { title, text, tags } = indexedFields(record);
  return title + text + tags;
}

/** For the search below the exact tiers: the words of all fields, and every id by which people ask for the record. */
function wordsOfRecord({
  title,
  text,
  tags = [],
  author,
  playlists = [],
  id,
  alt_ids = [],
}: LibraryRecord): string {
  const texts = [title, ...tags, author?.name, author?.handle, ...playlists.map((one) => one.title), text];
  return indexWordsOf(texts, [id, ...alt_ids, author?.id, author?.handle, ...playlists.map((one) => one.id)]);
}

/** The terms of each field in sequence, each after a space. */
export function indexedFields(record: LibraryRecord): Record<Field, string> {
  return {
    title: indexField('title', record.title ?? ''),
    text: indexField('text', record.text ?? ''),
    tags: indexField('tags', record.tags?.join(' ') ?? ''),
  };
}

function publishedSecond(publishedAt: string | undefined): number {
  if (publishedAt === undefined) return 0;
  return Math.min(Math.max(Math.floor(Date.parse(publishedAt) / 1000), 1), SECOND_MAX);
}

/** Fields of a stored record that a later file of the same video need not repeat, as JSON writes them. */
export const KEPT_MARKS = ['"playlists":[', '"tracks":['] as const;
const MARKS = KEPT_MARKS.map((mark) => Buffer.from(mark));

/**
 * The entry with what only the stored record says. Places in further playlists: a downloader writes one file of a video for each playlist,
 * and each file names its own playlist only. Transcripts, when this file says nothing about them: subtitle files are often moved or
 * downloaded in another run.
 */
export function withKept(entry: IndexEntry, stored: Uint8Array): IndexEntry {
  const text = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength);
  if (!MARKS.some((mark) => text.includes(mark))) return entry;
  const before = recordIn(stored);
  const now = recordIn(entry.body);
  const playlists = keptPlaces(now, before);
  const tracks = entry.tracks.length === 0 ? before.tracks : now.tracks;
  const captions = tracks === now.tracks ? now.captions : true;
  if (playlists === now.playlists && tracks === now.tracks) return entry;
  const kept = inSequence({ ...now, captions, playlists, tracks });
  return { ...entry, body: Buffer.from(JSON.stringify(kept)), words: Buffer.from(wordsOfRecord(kept)) };
}

function keptPlaces(now: LibraryRecord, before: LibraryRecord): LibraryRecord['playlists'] {
  const places = now.playlists ?? [];
  const others = (before.playlists ?? []).filter(({ id }) => !places.some((place) => place.id === id));
  if (others.length === 0) return now.playlists;
  return [...places, ...others].slice(0, PLAYLISTS_MAX).toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

function recordIn(body: Uint8Array): LibraryRecord {
  return JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString()) as LibraryRecord;
}

/** The last fields in the sequence in which a record that is read from a file has them, so that equal records are equal text. */
function inSequence({
  captions,
  live,
  location,
  updated_at,
  original_published_at,
  playlists,
  tracks,
  origin,
  sample,
  ...rest
}: LibraryRecord): LibraryRecord {
  const last = { captions, live, location, updated_at, original_published_at };
  return { ...rest, ...last, playlists, tracks, origin, sample };
}

export function isEqualText(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

/** The contents of an entry's transcripts, in their sequence. */
export function trackContents({ tracks }: Pick<IndexEntry, 'tracks'>): string[] {
  return tracks.length === 0 ? [] : (JSON.parse(Buffer.from(tracks).toString()) as string[]);
}

/** Equal for equal comments. */
export function commentsDigest(comments: Uint8Array): string {
  return hash('sha256', comments, 'base64url');
}

/** A comment as it is stored: `root` is empty for a top comment, and unknown numbers are -1. */
interface CommentRow {
  root: string;
  place: number;
  id: string;
  second: number;
  likes: number;
  body: string;
}

/** In the sequence of the file. */
export function commentRows(comments: Uint8Array): CommentRow[] {
  const list = JSON.parse(Buffer.from(comments).toString()) as LibraryComment[];
  return list.map((comment, place) => {
    const { id, root = '', published_at, likes = -1 } = comment;
    const second = published_at === undefined ? -1 : Math.floor(Date.parse(published_at) / 1_000);
    return { root, place, id, second, likes, body: JSON.stringify(comment) };
  });
}
