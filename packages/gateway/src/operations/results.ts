// Owns the results of one page, and what follows them in its answer, as the bytes that are sent: written once, and handed out
// as often as the page is asked for. One word in each item depends on when that is, whether it came from the cache; what else
// an answer says is not known here. Of a page that is kept, little else is: whatever the garbage collector finds here it finds
// again in every page of the cache.
import type { ParsedRecord } from '../connectors/connector.ts';
import type { About } from '../domain/thing-names.ts';
import type { ItemOrigin, RecordForm } from './operation.ts';

export type CacheWord = 'hit' | 'miss';

export interface Results {
  /** As JSON, with the fields that follow them. `fetchedAt` is what they say instead of when they were fetched. */
  write(cache: CacheWord, fetchedAt?: string): Uint8Array;
  /** What was written, taken apart again. */
  read(cache: CacheWord, fetchedAt?: string): ReadResults;
  bytes: number;
  /** For another process, which takes them up by `restoreResults`. */
  save(): Uint8Array;
  /** To be called when no later call can ask for them. */
  forget(): void;
}

/** An answer without its question, for another process that is asked the same. */
export interface SavedAnswer {
  items: number;
  /** The things that it tells of. */
  about: About;
  results: Uint8Array;
}

/** One item as it was written. */
export interface ReadItem {
  text: string;
  /** The platform's own record, as text; null when it was not asked for. */
  raw: string | null;
}

export interface ReadResults {
  items: ReadItem[];
  /** The fields that follow. */
  after: Record<string, unknown>;
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

/** Where a page goes, and what its answer says after the results: fields as JSON, after a comma and without brackets, or nothing. */
export interface PageEnd {
  keeper: PageKeeper;
  after: string;
}

/** What the items of one page have in common. */
export interface ItemsOrigin {
  platform: string;
  /** How one is written. */
  form: RecordForm;
  source: { connector: string; upstream_host: string; route: string; fetched_at: string };
  /** Items of the walk before this page. */
  position: number;
}

export interface ItemRecord {
  record: ParsedRecord;
  /** The platform's own record, as `parseJson` read it. */
  raw: unknown;
}

/** The results of group u2: the platform's whole answer as JSON text. */
export function rawResults(body: string, end: PageEnd): Results {
  return kept(body, null, end);
}

/** The results of group u1: a list. */
export function itemResults(
  origin: ItemsOrigin,
  records: readonly ItemRecord[],
  { includeRaw, ...end }: PageEnd & { includeRaw: boolean },
): Results {
  const items = itemsOf(origin, records);
  const words = wordsOf(origin.form);
  if (!includeRaw) return kept(JSON.stringify(items), words, end);
  const texts = items.map((item) => JSON.stringify(item));
  const raws = records.map(({ raw }) => JSON.stringify(raw));
  return new ItemsWithRaws(texts, raws, { words, before: '[', after: `]${end.after}` });
}

/** The results of group u1 where several things were asked for: each may be from elsewhere. */
export function batchResults(
  shared: Pick<ItemsOrigin, 'platform' | 'form'>,
  records: readonly (ItemRecord & Pick<ItemsOrigin, 'source'>)[],
  { includeRaw, ...end }: PageEnd & { includeRaw: boolean },
): Results {
  const texts = records.map(({ source, ...one }, position) =>
    JSON.stringify(itemsOf({ ...shared, source, position }, [one])[0]),
  );
  const words = wordsOf(shared.form);
  if (!includeRaw) return kept(`[${texts.join(',')}]`, words, end);
  const raws = records.map(({ raw }) => JSON.stringify(raw));
  return new ItemsWithRaws(texts, raws, { words, before: '[', after: `]${end.after}` });
}

/** The result of group u1 where one thing was asked for. */
export function itemResult(
  origin: ItemsOrigin,
  found: ItemRecord,
  { includeRaw, ...end }: PageEnd & { includeRaw: boolean },
): Results {
  const text = JSON.stringify(itemsOf(origin, [found])[0]);
  const words = wordsOf(origin.form);
  if (!includeRaw) return kept(text, words, end);
  return new ItemsWithRaws([text], [JSON.stringify(found.raw)], { words, before: '', after: end.after });
}

function itemsOf(
  { platform, form, source, position }: ItemsOrigin,
  records: readonly ItemRecord[],
): object[] {
  const whole = { ...source, cache: 'miss', schema: form.schema };
  // Through text, because one string in pieces, such as a part of an address, makes it write the whole list the slow way.
  const shared = JSON.parse(JSON.stringify({ platform, source: whole })) as ItemOrigin;
  return records.map(({ record }, i) => form.item(shared, record, position + i + 1));
}

/** How the items of one form say whether they came from the cache. */
type Words = Readonly<Record<CacheWord, string>>;

/** Inside a text every quote has a backslash before it, so in what we wrote ourselves this stands nowhere else. */
function wordsOf({ schema }: RecordForm): Words {
  const words = (cache: CacheWord) => `"cache":"${cache}","schema":"${schema}"}`;
  return { hit: words('hit'), miss: words('miss') };
}

function reword(ours: string, words: Words, to: CacheWord): string {
  return ours.replaceAll(words[to === 'hit' ? 'miss' : 'hit'], words[to]);
}

/** As long as every moment that we write. */
const MOMENT_CHARS = '2026-01-01T00:00:00.000Z'.length;

/** Every item says right before the word about the cache when it was fetched. */
function redate(ours: string, word: string, fetchedAt: string | undefined): string {
  if (fetchedAt === undefined) return ours;
  const behind = `",${word}`;
  const parts = ours.split(behind);
  const last = parts.pop()!;
  return parts.map((part) => part.slice(0, -MOMENT_CHARS) + fetchedAt + behind).join('') + last;
}

/** Bytes at the keeper's. What is forgotten may still be read, by the calls that knew it before. */
class KeptResults implements Results {
  readonly #keeper: PageKeeper;
  #page: KeptPage;
  /** As items say it now: live at first, and from the cache ever after. null for what never says it. */
  #cache: CacheWord | null;
  readonly #words: Words | null;
  #isForgotten = false;

  constructor(page: KeptPage, words: Words | null, keeper: PageKeeper, cache: CacheWord = 'miss') {
    this.#keeper = keeper;
    this.#page = page;
    this.#words = words;
    this.#cache = words === null ? null : cache;
  }

  get bytes(): number {
    return this.#page.length;
  }

  write(cache: CacheWord, fetchedAt?: string): Uint8Array {
    if (this.#words === null) return this.#page.bytes;
    if (fetchedAt !== undefined) return Buffer.from(this.#retold(this.#words, cache, fetchedAt));
    if (cache !== this.#cache) this.#reword(this.#words, cache);
    return this.#page.bytes;
  }

  read(cache: CacheWord, fetchedAt?: string): ReadResults {
    if (this.#words === null) throw new Error('these results are no list of ours');
    return takenApart(this.#retold(this.#words, cache, fetchedAt), this.#words[cache]);
  }

  /** For one caller: the page stays as the others know it. */
  #retold(words: Words, cache: CacheWord, fetchedAt: string | undefined): string {
    const text = this.#page.bytes.toString();
    return redate(cache === this.#cache ? text : reword(text, words, cache), words[cache], fetchedAt);
  }

  #reword(words: Words, to: CacheWord): void {
    const before = this.#page;
    this.#page = keep(this.#keeper, reword(before.bytes.toString(), words, to), '');
    this.#cache = to;
    if (!this.#isForgotten) this.#keeper.forget(before);
  }

  save(): Uint8Array {
    return Buffer.concat([SAVED_AS[this.#cache ?? 'native'], this.#page.bytes]);
  }

  forget(): void {
    if (!this.#isForgotten) this.#keeper.forget(this.#page);
    this.#isForgotten = true;
  }
}

/** The word about the cache closes the source, which is the last field of every item: there is no need to parse for its end. */
function takenApart(whole: string, word: string): ReadResults {
  const items: ReadItem[] = [];
  let at = '['.length;
  for (let found = whole.indexOf(word, at); found !== -1; found = whole.indexOf(word, at)) {
    const till = found + word.length + '}'.length;
    items.push({ text: whole.slice(at, till), raw: null });
    // Behind the comma, or the bracket.
    at = till + 1;
  }
  const rest = whole.slice(items.length === 0 ? '[]'.length : at);
  return { items, after: JSON.parse(`{${rest.replace(/^,/, '')}}`) as ReadResults['after'] };
}

interface Around {
  words: Words;
  before: string;
  after: string;
}

/**
 * Raw records are spliced in as text, because a number that passes through a double is no longer the platform's number.
 * They may say anything, so they are kept apart from what is reworded.
 */
class ItemsWithRaws implements Results {
  readonly bytes: number;
  readonly #items: readonly string[];
  readonly #raws: readonly string[];
  readonly #around: Around;

  constructor(items: readonly string[], raws: readonly string[], around: Around) {
    this.#items = items;
    this.#raws = raws;
    this.#around = around;
    this.bytes = [...items, ...raws, around.after].reduce((sum, text) => sum + sizeOf(text), 0);
  }

  write(cache: CacheWord, fetchedAt?: string): Uint8Array {
    const { before, after } = this.#around;
    const items = this.#items.map((item, i) => {
      return `${this.#told(item, cache, fetchedAt).slice(0, -1)},"raw":${this.#raws[i]}}`;
    });
    return Buffer.from(before + items.join(',') + after);
  }

  #told(item: string, cache: CacheWord, fetchedAt: string | undefined): string {
    const { words } = this.#around;
    return redate(reword(item, words, cache), words[cache], fetchedAt);
  }

  read(cache: CacheWord, fetchedAt?: string): ReadResults {
    const { before, after } = this.#around;
    const items = this.#items.map((item, i) => ({
      text: this.#told(item, cache, fetchedAt),
      raw: this.#raws[i]!,
    }));
    // After a bracket and a comma come fields without brackets of their own.
    const fields = after.slice(before.length).replace(/^,/, '');
    return { items, after: JSON.parse(`{${fields}}`) as ReadResults['after'] };
  }

  save(): Uint8Array {
    const { before, after } = this.#around;
    const text = JSON.stringify({ items: this.#items, raws: this.#raws, before, after });
    return Buffer.concat([SAVED_AS.raws, Buffer.from(text)]);
  }

  /** Texts are the garbage collector's. */
  forget(): void {}
}

/** The first byte of what was saved: a page as items say it, one that says nothing of the cache, or items with their raw records apart. */
const SAVED_AS = { miss: Buffer.of(1), hit: Buffer.of(2), native: Buffer.of(3), raws: Buffer.of(4) };

/** What `save` wrote, for records of this form, or for none in the platform's own shape; null for what was saved of another kind. */
export function restoreResults(
  saved: Uint8Array,
  form: RecordForm | null,
  keeper: PageKeeper,
): Results | null {
  const rest = Buffer.from(saved.buffer, saved.byteOffset, saved.byteLength).subarray(1);
  const isAs = (name: keyof typeof SAVED_AS) => saved[0] === SAVED_AS[name][0];
  if (form === null) return isAs('native') ? new KeptResults(keeper.keep(rest), null, keeper) : null;
  const words = wordsOf(form);
  if (isAs('raws')) {
    const { items, raws, before, after } = JSON.parse(rest.toString()) as SavedWithRaws;
    return new ItemsWithRaws(items, raws, { words, before, after });
  }
  if (!isAs('miss') && !isAs('hit')) return null;
  return new KeptResults(keeper.keep(rest), words, keeper, isAs('hit') ? 'hit' : 'miss');
}

interface SavedWithRaws extends Pick<Around, 'before' | 'after'> {
  items: string[];
  raws: string[];
}

function kept(text: string, words: Words | null, { keeper, after }: PageEnd): Results {
  return new KeptResults(keep(keeper, text, after), words, keeper);
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
