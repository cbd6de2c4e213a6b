// The export of an ended collection: its records as JSON Lines or CSV, page by page. The bytes are fixed by the collection, the format and
// which of its links have lapsed; the tag names all three.
import { hash } from 'node:crypto';
import type { Collection } from '../../domain/collection.ts';
import { type FoundPage, type Storage, unpackLines } from '../../storage/storage.ts';
import { type CsvCell, csvHead, csvLines } from '../../verb/csv.ts';
import type { ExportFormat } from './collection-views.ts';
import { linesOf } from './found-items.ts';

/** Items per read of storage: few enough to keep memory flat, enough to stream at disk speed. */
const ITEMS_PER_READ = 500;

export interface ExportPart {
  firstNumber: number;
  items: number;
  /** The length of the part in this format. */
  bytes: number;
}

export interface ExportPlan {
  tag: string;
  bytes: number;
  parts: readonly ExportPart[];
}

type Found = Pick<Storage, 'found'>;

/** Columns of the CSV: the fields that every video has, flat. Everything else is in the JSON Lines. */
const COLUMNS = [
  ...['platform', 'id', 'url', 'title', 'text', 'published_at', 'duration_ms'],
  ...['author_id', 'author_handle', 'author_name', 'author_url'],
  ...['views', 'likes', 'comments', 'shares', 'thumbnail_url'],
] as const;

interface AnyRecord {
  [field: string]: unknown;
}

const cellOf = (value: unknown): CsvCell =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
const inside = (value: unknown): AnyRecord =>
  typeof value === 'object' && value !== null ? (value as AnyRecord) : {};

function rowOf(line: string): Record<(typeof COLUMNS)[number], CsvCell> {
  const record = JSON.parse(line) as AnyRecord;
  const [author, stats] = [inside(record.author), inside(record.stats)];
  const [thumbnail] = Array.isArray(record.thumbnails) ? record.thumbnails : [];
  const own = (field: string) => cellOf(record[field]);
  return {
    ...{ platform: own('platform'), id: own('id'), url: own('url') },
    title: own('title') ?? own('name'),
    ...{ text: own('text') ?? own('description'), published_at: own('published_at') },
    duration_ms: own('duration_ms'),
    author_id: cellOf(author.id),
    author_handle: cellOf(author.handle) ?? own('handle'),
    ...{ author_name: cellOf(author.name), author_url: cellOf(author.url) },
    ...{ views: cellOf(stats.views), likes: cellOf(stats.likes) ?? own('likes') },
    ...{ comments: cellOf(stats.comments), shares: cellOf(stats.shares) },
    thumbnail_url: cellOf(inside(thumbnail).url),
  };
}

async function textOf(page: FoundPage, format: ExportFormat, nowMs: number): Promise<Uint8Array> {
  const isLapsed = page.linksUntilMs !== null && page.linksUntilMs <= nowMs;
  if (format === 'jsonl' && !isLapsed) return unpackLines(page);
  const lines = await linesOf(page, nowMs);
  const text =
    format === 'csv' ? csvLines(COLUMNS, lines.map(rowOf)) : lines.map((line) => `${line}\n`).join('');
  return Buffer.from(text);
}

const headOf = (format: ExportFormat) => Buffer.from(format === 'csv' ? csvHead(COLUMNS) : '');

/** Whole pages in their sequence, a few at a time. `after`: the number before the first item of a page. */
async function* pagesOf({ found }: Found, owner: string, after: number): AsyncGenerator<FoundPage> {
  for (let last = after; ; ) {
    const pages = await found.read({ owner, after: last, limit: ITEMS_PER_READ });
    // After the last item, the read answers with the last page once more.
    const fresh = pages.filter(({ firstNumber }) => firstNumber > last);
    if (fresh.length === 0) return;
    yield* fresh;
    const { firstNumber, items } = fresh.at(-1)!;
    last = firstNumber + items - 1;
  }
}

/** The lengths of formats that have to be written to be measured; few, because each may have an entry per page. */
const MEASURED_MAX = 50;

export class Exports {
  readonly #storage: Found;
  readonly #measured = new Map<string, ExportPlan>();

  constructor(storage: Found) {
    this.#storage = storage;
  }

  async planOf({ id }: Pick<Collection, 'id'>, format: ExportFormat, nowMs: number): Promise<ExportPlan> {
    const index = await this.#storage.found.index({ owner: id });
    const lapsed = index.filter(({ linksUntilMs }) => linksUntilMs !== null && linksUntilMs <= nowMs).length;
    const last = index.at(-1);
    const tag = hash(
      'sha256',
      `${id} ${format} ${last?.firstNumber ?? 0} ${index.length} ${lapsed}`,
      'base64url',
    );
    if (format === 'jsonl' && lapsed === 0) return planFrom(tag, format, index);
    const known = this.#measured.get(tag);
    if (known !== undefined) return known;
    const parts: ExportPart[] = [];
    for await (const page of pagesOf(this.#storage, id, 0)) {
      const { firstNumber, items } = page;
      parts.push({ firstNumber, items, bytes: (await textOf(page, format, nowMs)).length });
    }
    return this.#remember(planFrom(tag, format, parts));
  }

  #remember(plan: ExportPlan): ExportPlan {
    const [oldest] = this.#measured.keys();
    if (this.#measured.size >= MEASURED_MAX && oldest !== undefined) this.#measured.delete(oldest);
    this.#measured.set(plan.tag, plan);
    return plan;
  }

  /** The bytes from `first` to `last`, both included. `nowMs` as for the plan, so that the same links are null. */
  async *bytesOf(
    { id }: Pick<Collection, 'id'>,
    format: ExportFormat,
    { parts }: ExportPlan,
    { first, last, nowMs }: { first: number; last: number; nowMs: number },
  ): AsyncGenerator<Uint8Array> {
    const head = headOf(format);
    if (first < head.length) yield head.subarray(first, last + 1);
    let at = head.length;
    let begins = 0;
    while (begins < parts.length && at + parts[begins]!.bytes <= first) at += parts[begins++]!.bytes;
    if (begins === parts.length) return;
    for await (const page of pagesOf(this.#storage, id, parts[begins]!.firstNumber - 1)) {
      if (at > last) return;
      const text = await textOf(page, format, nowMs);
      const piece = text.subarray(Math.max(0, first - at), last + 1 - at);
      at += text.length;
      if (piece.length > 0) yield piece;
    }
  }
}

function planFrom(tag: string, format: ExportFormat, parts: readonly ExportPart[]): ExportPlan {
  const bytes = parts.reduce((sum, part) => sum + part.bytes, headOf(format).length);
  return { tag, bytes, parts };
}
