// Owns the library's own record: the shape in which a video is stored and handed out, whatever file it came from.
// A field that was not given is left out; the order of the fields is fixed, so equal records are equal text.
import { indexField } from './terms.ts';

export type PublishedPrecision = 'ms' | 's' | 'day';

export interface LibraryAuthor {
  id?: string;
  handle?: string;
  name?: string;
  url?: string;
  avatar_url?: string;
  verified?: boolean;
  followers?: number;
}

export const STAT_NAMES = [
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
  width?: number;
  height?: number;
}

export interface LibraryRecord {
  id: string;
  alt_ids?: string[];
  kind?: 'images' | 'live';
  title?: string;
  text?: string;
  text_truncated?: true;
  tags?: string[];
  language?: string;
  region?: string;
  url?: string;
  embed_url?: string;
  published_at?: string;
  published_precision?: PublishedPrecision;
  duration_ms?: number;
  width?: number;
  height?: number;
  author?: LibraryAuthor;
  stats?: Partial<Record<StatName, number>>;
  thumbnails?: LibraryThumbnail[];
  license?: { name?: string; url?: string };
  nsfw?: boolean;
  /** The site a downloader took the video from. */
  origin?: string;
  /** Set on the records that ship with Reelgate; they describe no real video. */
  sample?: true;
}

/** One record made ready for the index: everything the writer needs, nothing it has to parse. */
export interface Entry {
  id: string;
  body: string;
  terms: string;
  /** Publication in whole seconds since 1970, at least 1; 0 when no date was given. Orders results. */
  second: number;
  language: string;
  isSample: boolean;
}

// 2^33 seconds reach the year 2242; together with the ordinal of the index they stay within a double's 53 bits.
const SECOND_MAX = 2 ** 33 - 1;

export function toEntry(record: LibraryRecord): Entry {
  return {
    id: record.id,
    body: JSON.stringify(record),
    terms: indexRecord(record),
    second: publishedSecond(record.published_at),
    language: record.language ?? '',
    isSample: record.sample === true,
  };
}

function indexRecord(record: LibraryRecord): string {
  return (
    indexField('title', record.title ?? '') +
    indexField('text', record.text ?? '') +
    indexField('tags', record.tags?.join(' ') ?? '')
  );
}

function publishedSecond(publishedAt: string | undefined): number {
  if (publishedAt === undefined) return 0;
  return Math.min(Math.max(Math.floor(Date.parse(publishedAt) / 1000), 1), SECOND_MAX);
}
