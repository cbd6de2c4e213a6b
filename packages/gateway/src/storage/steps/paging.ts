// Lists that come page by page.
import type { Conditions, Reading, Row } from './reading.ts';

export interface Paging {
  limit: number;
  /** The last page's `next`, null for the first page. */
  after: string | null;
}

export interface Listed<T> {
  items: T[];
  next: string | null;
}

/** `rows`: one row more than the page holds was asked for; when it is there, the list goes on. */
export function pageOf<T>(rows: T[], limit: number, cursorOf: (row: T) => string): Listed<T> {
  if (rows.length <= limit) return { items: rows, next: null };
  const items = rows.slice(0, limit);
  return { items, next: cursorOf(items[limit - 1]!) };
}

interface NewestList<T> {
  table: string;
  /** The column of the time by which it is ordered. */
  at: string;
  read(row: Row): T;
  positionOf(item: T): string;
}

/** The rows that these conditions hold for, the newest first: by a time, and by their ids where two have the same. */
export function* newestFirst<T>(
  { table, at, read, positionOf }: NewestList<T>,
  { after, limit }: Paging,
  where: Conditions,
): Reading<Listed<T>> {
  const [ms = String(Number.MAX_SAFE_INTEGER), id = ''] = after?.split('/') ?? [];
  const time = where.value(Number(ms));
  where.addPlain(`(${at} < ${time} OR (${at} = ${time} AND id < ${where.value(id)}))`);
  const sql = `SELECT * FROM ${table} WHERE ${where} ORDER BY ${at} DESC, id DESC LIMIT ${where.value(limit + 1)}`;
  const rows = yield { sql, values: where.values };
  return pageOf(rows.map(read), limit, positionOf);
}
