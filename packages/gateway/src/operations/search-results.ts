// Owns the results of one page as the bytes that are sent: written once, and handed out as often as the page is asked for.
// One word in each item depends on when that is, whether it came from the cache; what else an answer says is not known here.
import type { ParsedVideo, Video } from '../domain/video.ts';

export type CacheWord = 'hit' | 'miss';

export interface Results {
  /** As JSON. */
  write(cache: CacheWord): Uint8Array;
  bytes: number;
}

/** What the items of one page have in common. */
export interface ItemsOrigin {
  platform: string;
  source: Omit<Video['source'], 'cache' | 'schema'>;
  /** Items of the walk before this page. */
  position: number;
}

export interface ItemRecord {
  video: ParsedVideo;
  /** The platform's own record, as `parseJson` read it. */
  raw: unknown;
}

/** The results of group u2: the platform's whole answer as JSON text; null on the free page after the last. */
export function rawResults(body: string | null): Results {
  const whole = encode(body ?? 'null');
  return { write: () => whole, bytes: whole.length };
}

/** The results of group u1. */
export function itemResults(
  origin: ItemsOrigin,
  records: readonly ItemRecord[],
  { includeRaw }: { includeRaw: boolean },
): Results {
  const items = itemsOf(origin, records);
  if (!includeRaw) return new PlainItems(JSON.stringify(items));
  const texts = items.map((item) => JSON.stringify(item));
  return new ItemsWithRaws(
    texts,
    records.map(({ raw }) => JSON.stringify(raw)),
  );
}

/** Of the free page after the last. */
export const NO_ITEMS: Results = { write: () => Buffer.from('[]'), bytes: 0 };

/**
 * Every item is made by one literal: with one shape, in flat memory and without copies of fields that nobody knows
 * beforehand, JSON.stringify writes a list of them in half the time.
 */
function itemsOf({ platform, source, position }: ItemsOrigin, records: readonly ItemRecord[]): Video[] {
  const whole = { ...source, cache: 'miss', schema: 'reelgate.video.v1' } as const;
  // Through text, because one string in pieces, such as a part of an address, makes it write the whole list the slow way.
  const shared = JSON.parse(JSON.stringify({ platform, source: whole })) as Pick<
    Video,
    'platform' | 'source'
  >;
  return records.map(({ video }, i) => itemOf(shared, video, position + i + 1));
}

function itemOf(
  { platform, source }: Pick<Video, 'platform' | 'source'>,
  video: ParsedVideo,
  rank: number,
): Video {
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
    duration_ms: video.duration_ms,
    width: video.width,
    height: video.height,
    author: video.author,
    stats: video.stats,
    approx: video.approx,
    thumbnails: video.thumbnails,
    license: video.license,
    nsfw: video.nsfw,
    missing: video.missing,
    rank,
    source,
  };
}

/** Inside a text every quote has a backslash before it, so in what we wrote ourselves this stands nowhere else. */
const inWords = (cache: CacheWord) => `"cache":"${cache}","schema":"reelgate.video.v1"}`;

function reword(ours: string, to: CacheWord): string {
  return ours.replaceAll(inWords(to === 'hit' ? 'miss' : 'hit'), inWords(to));
}

/** Kept as it was asked for last: live at first, and from the cache ever after. */
class PlainItems implements Results {
  #cache: CacheWord = 'miss';
  #whole: Buffer;

  constructor(text: string) {
    this.#whole = encode(text);
  }

  get bytes(): number {
    return this.#whole.length;
  }

  write(cache: CacheWord): Uint8Array {
    if (cache !== this.#cache) this.#whole = encode(reword(this.#whole.toString(), cache));
    this.#cache = cache;
    return this.#whole;
  }
}

/**
 * Raw records are spliced in as text, because a number that passes through a double is no longer the platform's number.
 * They may say anything, so they are kept apart from what is reworded.
 */
class ItemsWithRaws implements Results {
  readonly bytes: number;
  readonly #items: readonly string[];
  readonly #raws: readonly string[];

  constructor(items: readonly string[], raws: readonly string[]) {
    this.#items = items;
    this.#raws = raws;
    this.bytes = [...items, ...raws].reduce((sum, text) => sum + sizeOf(text), 0);
  }

  write(cache: CacheWord): Uint8Array {
    const items = this.#items.map((item, i) => {
      return `${reword(item, cache).slice(0, -1)},"raw":${this.#raws[i]}}`;
    });
    return encode(`[${items.join(',')}]`);
  }
}

/** A string with one character beyond Latin-1 takes two bytes for each; most do. */
function sizeOf(text: string): number {
  return 2 * text.length;
}

/** Nearly every page fits; a larger one takes its time. */
const SCRATCH_BYTES = 256 * 1024;
const BYTES_PER_UNIT_MAX = 3;
const scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES);

/** Through a buffer with room for the worst case: counting the bytes first, as Buffer.from does, takes as long again. */
function encode(text: string): Buffer {
  if (text.length * BYTES_PER_UNIT_MAX > SCRATCH_BYTES) return Buffer.from(text);
  return Buffer.from(scratch.subarray(0, scratch.write(text)));
}
