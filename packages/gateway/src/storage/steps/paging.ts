// Lists that come page by page.
import type { Conditions, Reading, Row } from './reading.ts';

export interface Paging {
  limit: number;
  /** `next` of the page before; null for the first page. */
  after: string | null;
}

export interface Listed<T> {
  items: T[];
  next: string | null;
}

/** `rows` was read with one row more than the page holds. If that row is there, the list has a next page. */
export function pageOf<T>(rows: T[], limit: number, cursorOf: (row: T) => string): Listed<T> {
  if (rows.length <= limit) return { items: rows, next: null };
  const items = rows.slice(0, limit);
  return { items, next: cursorOf(items[limit - 1]!) };
}

interface NewestList<T> {
  table: string;
  /** All of them when absent. */
  columns?: string;
  /** The time column by which the list is sorted. */
  at: string;
  read(row: Row): T;
  positionOf(item: T): string;
}

/** The rows that meet these conditions, newest first; rows of the same time are sorted by id. */
export function* newestFirst<T>(
  { table, columns = '*', at, read, positionOf }: NewestList<T>,
  { after, limit }: Paging,
  where: Conditions,
): Reading<Listed<T>> {
  const [ms = String(Number.MAX_SAFE_INTEGER), id = ''] = after?.split('/') ?? [];
  const time = where.value(Number(ms));
  where.addPlain(`(${at} < ${time} OR (${at} = ${time} AND id < ${where.value(id)}))`);
  const sql = `SELECT ${columns} FROM ${table} WHERE ${where} ORDER BY ${at} DESC, id DESC LIMIT ${where.value(limit + 1)}`;
  const rows = yield { sql, values: where.values };
  return pageOf(rows.map(read), limit, positionOf);
}
