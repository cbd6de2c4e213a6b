// Owns the results of one page, and what follows them in its answer, as the bytes that are sent: written once, and handed out
// as often as the page is asked for. One word in each item depends on when that is, whether it came from the cache; what else
// an answer says is not known here. Of a page that is kept, little else is: whatever the garbage collector finds here it finds
// again in every page of the cache.
import type { ParsedVideo, Video } from '../domain/video.ts';

export type CacheWord = 'hit' | 'miss';

export interface Results {
  /** As JSON, and after a comma the fields that follow them. */
  write(cache: CacheWord): Uint8Array;
  bytes: number;
  /** To be called when no later call can ask for them. */
  forget(): void;
}

export interface KeptPage {
  readonly length: number;
  readonly bytes: Buffer;
}

/** Where pages lie that are kept. */
export interface PageKeeper {
  /** A copy that stays as it is until it is forgotten and every call has ended that may know it. */
  keep(page: Uint8Array): KeptPage;
  /** Once for each: memory that were given back twice would be two pages' at a time. */
  forget(page: KeptPage): void;
}

/** Where a page goes, and what its answer says after the results: fields as JSON, without brackets. */
export interface PageEnd {
  keeper: PageKeeper;
  after: string;
}

/** What the items of one page have in common. */
export interface ItemsOrigin {
  platform: string;
  source: Omit<Video['source'], 'cache' | 'schema'>;
  /** Items of the walk before this page. */
  position: number;
}

export interface ItemRecord {
  record: ParsedVideo;
  /** The platform's own record, as `parseJson` read it. */
  raw: unknown;
}

/** The results of group u2: the platform's whole answer as JSON text. */
export function rawResults(body: string, end: PageEnd): Results {
  return new KeptResults(body, null, end);
}

/** The results of group u1. */
export function itemResults(
  origin: ItemsOrigin,
  records: readonly ItemRecord[],
  { includeRaw, ...end }: PageEnd & { includeRaw: boolean },
): Results {
  const items = itemsOf(origin, records);
  if (!includeRaw) return new KeptResults(JSON.stringify(items), 'miss', end);
  const texts = items.map((item) => JSON.stringify(item));
  return new ItemsWithRaws(
    texts,
    records.map(({ raw }) => JSON.stringify(raw)),
    end.after,
  );
}

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
  return records.map(({ record }, i) => itemOf(shared, record, position + i + 1));
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

/** Bytes at the keeper's. What is forgotten may still be read, by the calls that knew it before. */
class KeptResults implements Results {
  readonly #keeper: PageKeeper;
  #page: KeptPage;
  /** As items say it now: live at first, and from the cache ever after. null for what never says it. */
  #cache: CacheWord | null;
  #isForgotten = false;

  constructor(text: string, cache: 'miss' | null, { keeper, after }: PageEnd) {
    this.#keeper = keeper;
    this.#page = keep(keeper, text, `,${after}`);
    this.#cache = cache;
  }

  get bytes(): number {
    return this.#page.length;
  }

  write(cache: CacheWord): Uint8Array {
    if (this.#cache !== null && cache !== this.#cache) this.#reword(cache);
    return this.#page.bytes;
  }

  #reword(to: CacheWord): void {
    const before = this.#page;
    this.#page = keep(this.#keeper, reword(before.bytes.toString(), to), '');
    this.#cache = to;
    if (!this.#isForgotten) this.#keeper.forget(before);
  }

  forget(): void {
    if (!this.#isForgotten) this.#keeper.forget(this.#page);
    this.#isForgotten = true;
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
  readonly #after: string;

  constructor(items: readonly string[], raws: readonly string[], after: string) {
    this.#items = items;
    this.#raws = raws;
    this.#after = after;
    this.bytes = [...items, ...raws, after].reduce((sum, text) => sum + sizeOf(text), 0);
  }

  write(cache: CacheWord): Uint8Array {
    const items = this.#items.map((item, i) => {
      return `${reword(item, cache).slice(0, -1)},"raw":${this.#raws[i]}}`;
    });
    return Buffer.from(`[${items.join(',')}],${this.#after}`);
  }

  /** Texts are the garbage collector's. */
  forget(): void {}
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
function keep(keeper: PageKeeper, text: string, after: string): KeptPage {
  if ((text.length + after.length) * BYTES_PER_UNIT_MAX > SCRATCH_BYTES) {
    return keeper.keep(Buffer.from(text + after));
  }
  const bytes = scratch.write(text);
  return keeper.keep(scratch.subarray(0, bytes + scratch.write(after, bytes)));
}
