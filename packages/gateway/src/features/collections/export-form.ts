// The export of an ended collection: its records as JSON Lines or CSV, page by page. The bytes are fixed by the collection, the form and
// which of its links have lapsed; the tag names all three.
import { hash } from 'node:crypto';
import { formatTime } from '../../domain/clock.ts';
import type { Collection } from '../../domain/gathering/collection.ts';
import type { Pace } from '../../domain/limiting/paced-work.ts';
import { type FoundPage, type Storage, unpackLines } from '../../storage/storage.ts';
import { type CsvCell, csvHead, csvLines } from '../../verb/csv.ts';
import type { ExportFormat } from './collection-views.ts';
import { isLapsed, pagesOf, writtenLines } from './found-items.ts';

export interface ExportPart {
  firstNumber: number;
  items: number;
  /** The length of the part in this format. */
  bytes: number;
}

export interface ExportPlan {
  bytes: number;
  parts: readonly ExportPart[];
}

export interface ExportForm {
  format: ExportFormat;
  /** Of a CSV, in their sequence. */
  columns: readonly ExportColumn[];
  /** Whether a CSV begins with a byte order mark, without which some spreadsheets take UTF-8 for something else. */
  bom: boolean;
}

/** What is exported, at which time: it decides which links are null. */
export interface ExportView extends ExportForm {
  owner: string;
  nowMs: number;
  tag: string;
  /** null: the records have to be written to be measured. */
  plan: ExportPlan | null;
}

type Found = Pick<Storage, 'found'>;

/** Columns of the CSV: the flat fields of videos. Everything else is in the JSON Lines. New ones come last, for those who count. */
export const EXPORT_COLUMNS = [
  ...['platform', 'id', 'url', 'title', 'text', 'published_at', 'duration_ms'],
  ...['author_id', 'author_handle', 'author_name', 'author_url'],
  ...['views', 'likes', 'comments', 'shares', 'thumbnail_url'],
  ...['language', 'tags', 'region', 'license', 'orientation', 'found_at'],
] as const;
export type ExportColumn = (typeof EXPORT_COLUMNS)[number];

interface AnyRecord {
  [field: string]: unknown;
}

const cellOf = (value: unknown): CsvCell =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
const listCell = (value: unknown): CsvCell => (Array.isArray(value) ? value.join(', ') : null);
const inside = (value: unknown): AnyRecord =>
  typeof value === 'object' && value !== null ? (value as AnyRecord) : {};

function rowOf(line: string, foundAt: string): Record<ExportColumn, CsvCell> {
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
    ...{ language: own('language'), tags: listCell(record.tags), region: own('region') },
    ...{ license: cellOf(inside(record.license).name), orientation: own('orientation'), found_at: foundAt },
  };
}

function linesAs({ format, columns }: ExportForm, lines: readonly string[], foundAt: string): Buffer {
  const rows = () =>
    csvLines(
      columns,
      lines.map((line) => rowOf(line, foundAt)),
    );
  return Buffer.from(format === 'csv' ? rows() : lines.map((line) => `${line}\n`).join(''));
}

async function textOf(page: FoundPage, view: ExportView, pace: Pace): Promise<Uint8Array> {
  const { format, nowMs } = view;
  if (format === 'jsonl' && !isLapsed(page, nowMs)) return pace(() => unpackLines(page));
  const written: Buffer[] = [];
  const foundAt = formatTime(page.foundAtMs);
  for await (const part of writtenLines(page, { nowMs, pace }, (lines) => linesAs(view, lines, foundAt)))
    written.push(part);
  return Buffer.concat(written);
}

const BYTE_ORDER_MARK = '\ufeff';

const headOf = ({ format, columns, bom }: ExportForm) =>
  Buffer.from(format === 'csv' ? `${bom ? BYTE_ORDER_MARK : ''}${csvHead(columns)}` : '');

/** The lengths of formats that have to be written to be measured; few, because each may have an entry per page. */
const MEASURED_MAX = 50;

export class Exports {
  readonly #storage: Found;
  readonly #measured = new Map<string, ExportPlan>();

  constructor(storage: Found) {
    this.#storage = storage;
  }

  /** No record is read for it. */
  async viewOf({ id }: Pick<Collection, 'id'>, form: ExportForm, nowMs: number): Promise<ExportView> {
    const index = await this.#storage.found.index({ owner: id });
    const lapsed = index.filter((part) => isLapsed(part, nowMs)).length;
    const last = index.at(-1)?.firstNumber ?? 0;
    const told = [id, form.format, form.columns, form.bom, last, index.length, lapsed];
    const tag = hash('sha256', JSON.stringify(told), 'base64url');
    const plan = form.format === 'jsonl' && lapsed === 0 ? planFrom(form, index) : null;
    return { ...form, owner: id, nowMs, tag, plan };
  }

  async planOf(view: ExportView, pace: Pace): Promise<ExportPlan> {
    const known = view.plan ?? this.#measured.get(view.tag);
    if (known !== undefined) return known;
    const parts: ExportPart[] = [];
    for await (const page of pagesOf(this.#storage, view.owner, 0)) {
      const { firstNumber, items } = page;
      parts.push({ firstNumber, items, bytes: (await textOf(page, view, pace)).length });
    }
    return this.#remember(view.tag, planFrom(view, parts));
  }

  #remember(tag: string, plan: ExportPlan): ExportPlan {
    const [oldest] = this.#measured.keys();
    if (this.#measured.size >= MEASURED_MAX && oldest !== undefined) this.#measured.delete(oldest);
    this.#measured.set(tag, plan);
    return plan;
  }

  /** The bytes from `first` to `last`, both included. */
  async *bytesOf(
    view: ExportView,
    { parts }: ExportPlan,
    { first, last, pace }: { first: number; last: number; pace: Pace },
  ): AsyncGenerator<Uint8Array> {
    const head = headOf(view);
    if (first < head.length) yield head.subarray(first, last + 1);
    let at = head.length;
    let begins = 0;
    while (begins < parts.length && at + parts[begins]!.bytes <= first) at += parts[begins++]!.bytes;
    if (begins === parts.length) return;
    for await (const page of pagesOf(this.#storage, view.owner, parts[begins]!.firstNumber - 1)) {
      if (at > last) return;
      const text = await textOf(page, view, pace);
      const piece = text.subarray(Math.max(0, first - at), last + 1 - at);
      at += text.length;
      if (piece.length > 0) yield piece;
    }
  }
}

function planFrom(form: ExportForm, parts: readonly ExportPart[]): ExportPlan {
  const bytes = parts.reduce((sum, part) => sum + part.bytes, headOf(form).length);
  return { bytes, parts };
}
