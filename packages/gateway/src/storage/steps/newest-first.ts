// Owns lists that show the newest rows first: by a time, and by their ids where two have the same.
import type { Listed, Paging } from '../listed.ts';
import { pageOf } from '../paging.ts';
import type { Row } from '../rows.ts';
import type { Conditions, Reading } from './reading.ts';

interface NewestList<T> {
  table: string;
  /** The column of the time by which it is ordered. */
  at: string;
  read(row: Row): T;
  positionOf(item: T): string;
}

/** Of the rows that these conditions hold for. */
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
