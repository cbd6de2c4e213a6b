// The results of one page and the fields that follow them, as the bytes that are sent. They are written once and reused for every answer
// with this page. Only one word in each item changes between answers: whether it came from the cache. A kept page holds few objects,
// because the garbage collector scans them again in every page of the cache.
import type { ParsedRecord } from '../connectors/connector.ts';
import type { About } from '../domain/thing-names.ts';
import { type ByteText, byteText, readableText } from './byte-text.ts';
import type { ItemOrigin, RecordForm } from './operation.ts';

export type CacheWord = 'hit' | 'miss';

export interface Results {
  /** As JSON, with the fields that follow. `fetchedAt` replaces the time at which the items were fetched. */
  write(cache: CacheWord, fetchedAt?: string): Uint8Array;
  /** Parses what was written. */
  read(cache: CacheWord, fetchedAt?: string): ReadResults;
  bytes: number;
  /** Serialised for another process, which reads it with `restoreResults`. */
  save(): Uint8Array;
  /** Must be called once no later call can ask for these results. */
  forget(): void;
}

/** An answer without its question, for another process that gets the same question. */
export interface SavedAnswer {
  items: number;
  /** The videos, authors and comments that the answer is about. */
  about: About;
  results: Uint8Array;
}

export interface ReadItem {
  /** The record as JSON. */
  bytes: ByteText;
  /** The platform's own record as JSON; null when it was not asked for. */
  raw: ByteText | null;
}

export interface ReadResults {
  items: ReadItem[];
  /** The fields that follow the results. */
  after: Record<string, unknown>;
}

interface KeptPage {
  readonly length: number;
  readonly bytes: Buffer;
}

/** The memory where kept pages lie. */
interface PageKeeper {
  /** Stores a copy. It stays readable until it is forgotten and every call that may use it has ended. */
  keep(page: Uint8Array): KeptPage;
  /** Must be called exactly once per page: a double free would let two pages share memory. */
  forget(page: KeptPage): void;
}

/** Where a page is kept, and what its answer says after the results: JSON fields with a leading comma and without brackets, or an empty text. */
export interface PageEnd {
  keeper: PageKeeper;
  after: string;
}

/** What the items of one page have in common. */
export interface ItemsOrigin {
  platform: string;
  /** How one item is written. */
  form: RecordForm;
  source: { connector: string; upstream_host: string; route: string; fetched_at: string };
  /** Number of items of the walk before this page. */
  position: number;
}

interface ItemRecord {
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

/** The results of group u1 for several ids: each item may come from another provider. */
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

/** The result of group u1 for one record. */
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
  // Copied through JSON text: a string that V8 stores in pieces, such as a part of an address, makes JSON.stringify take its slow path for
  // the whole list.
  const shared = JSON.parse(JSON.stringify({ platform, source: whole })) as ItemOrigin;
  return records.map(({ record }, i) => form.item(shared, record, position + i + 1));
}

/** The text by which items of one form say whether they came from the cache. */
type Words = Readonly<Record<CacheWord, string>>;

/** Inside JSON strings every quote is escaped, so this text occurs nowhere else in what we wrote. */
function wordsOf({ schema }: RecordForm): Words {
  const words = (cache: CacheWord) => `"cache":"${cache}","schema":"${schema}"}`;
  return { hit: words('hit'), miss: words('miss') };
}

function reword(ours: string, words: Words, to: CacheWord): string {
  return ours.replaceAll(words[to === 'hit' ? 'miss' : 'hit'], words[to]);
}

/** Every timestamp that we write has this length. */
const MOMENT_CHARS = '2026-01-01T00:00:00.000Z'.length;

/** In every item the fetch time stands right before the word about the cache. */
function redate(ours: string, word: string, fetchedAt: string | undefined): string {
  if (fetchedAt === undefined) return ours;
  const behind = `",${word}`;
  const parts = ours.split(behind);
  const last = parts.pop()!;
  return parts.map((part) => part.slice(0, -MOMENT_CHARS) + fetchedAt + behind).join('') + last;
}

/** Results whose bytes lie at the page keeper. Calls that got them before `forget` may still read them. */
class KeptResults implements Results {
  readonly #keeper: PageKeeper;
  #page: KeptPage;
  /** What the items say now: `miss` at first, `hit` from the second answer on. null when they do not say it. */
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
    if (fetchedAt !== undefined) return Buffer.from(this.#retold(this.#words, cache, fetchedAt), 'latin1');
    if (cache !== this.#cache) this.#reword(this.#words, cache);
    return this.#page.bytes;
  }

  read(cache: CacheWord, fetchedAt?: string): ReadResults {
    if (this.#words === null) throw new Error('these results are no list of ours');
    return takenApart(this.#retold(this.#words, cache, fetchedAt), this.#words[cache]);
  }

  /** A changed copy for one caller; the kept page stays as it is. */
  #retold(words: Words, cache: CacheWord, fetchedAt: string | undefined): ByteText {
    const bytes = this.#page.bytes.toString('latin1');
    const told = cache === this.#cache ? bytes : reword(bytes, words, cache);
    return redate(told, words[cache], fetchedAt) as ByteText;
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

/** The word about the cache ends the source, which is the last field of nearly every item. So the end of an item is found without parsing. */
function takenApart(whole: ByteText, word: string): ReadResults {
  const items: ReadItem[] = [];
  let at = '['.length;
  for (let found = whole.indexOf(word, at); found !== -1; found = whole.indexOf(word, at)) {
    const till = endOfItem(whole, found + word.length);
    items.push({ bytes: whole.slice(at, till) as ByteText, raw: null });
    // Skips the comma or the bracket.
    at = till + 1;
  }
  const rest = readableText(whole.slice(items.length === 0 ? '[]'.length : at) as ByteText);
  return { items, after: JSON.parse(`{${rest.replace(/^,/, '')}}`) as ReadResults['after'] };
}

/** The end of an item whose source ends here. A video that was looked up has its transcripts behind the source. */
function endOfItem(whole: ByteText, at: number): number {
  if (whole[at] === '}') return at + 1;
  let depth = 1;
  for (let i = at; ; i++) {
    const char = whole[i];
    if (char === undefined) throw new Error('an item of ours has no end');
    if (char === '"') i = endOfString(whole, i);
    else if (char === '{' || char === '[') depth++;
    else if ((char === '}' || char === ']') && --depth === 0) return i + 1;
  }
}

/** The place of the closing quote. */
function endOfString(whole: ByteText, opening: number): number {
  let at = opening + 1;
  while (whole[at] !== '"') at += whole[at] === '\\' ? 2 : 1;
  return at;
}

interface Around {
  words: Words;
  before: string;
  after: string;
}

/**
 * Raw records are inserted as text, because a number that passes through a double may change. They may contain any text, so they are kept
 * apart from the text in which words are replaced.
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
      bytes: byteText(this.#told(item, cache, fetchedAt)),
      raw: byteText(this.#raws[i]!),
    }));
    // The fields after the results, without the bracket and comma before them.
    const fields = after.slice(before.length).replace(/^,/, '');
    return { items, after: JSON.parse(`{${fields}}`) as ReadResults['after'] };
  }

  save(): Uint8Array {
    const { before, after } = this.#around;
    const text = JSON.stringify({ items: this.#items, raws: this.#raws, before, after });
    return Buffer.concat([SAVED_AS.raws, Buffer.from(text)]);
  }

  /** These are ordinary strings; the garbage collector frees them. */
  forget(): void {}
}

/** The first byte of saved results: items that say `miss` or `hit`, a native page that says neither, or items with their raw records apart. */
const SAVED_AS = { miss: Buffer.of(1), hit: Buffer.of(2), native: Buffer.of(3), raws: Buffer.of(4) };

/** Reads what `save` wrote. `form` is null for a page in the platform's own shape. Returns null when the saved results are of another kind. */
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

/** V8 stores a string with any character beyond Latin-1 in two bytes per character; most pages have one. */
function sizeOf(text: string): number {
  return 2 * text.length;
}

/** Nearly every page fits. A larger one gets a buffer of its own. */
const SCRATCH_BYTES = 256 * 1024;
const BYTES_PER_UNIT_MAX = 3;
const scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES);

/** Encodes into a buffer that fits the worst case. Counting the bytes first, as Buffer.from does, would take as long again. */
function keep(keeper: PageKeeper, text: string, after: string): KeptPage {
  if ((text.length + after.length) * BYTES_PER_UNIT_MAX > SCRATCH_BYTES) {
    return keeper.keep(Buffer.from(text + after));
  }
  const bytes = scratch.write(text);
  return keeper.keep(scratch.subarray(0, bytes + scratch.write(after, bytes)));
}
