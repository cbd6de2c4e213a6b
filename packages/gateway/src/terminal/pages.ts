// Reads a paged verb page by page, to the end or to the number of rows that was asked for.
import { LIST_ITEMS_MAX } from '../domain/limits.ts';

/** Stops a list that never ends; a thousand times more than a person reads. */
const ROWS_MAX = 1_000_000;
/** The same for pages without rows: of a list by a rare value, each of them looked at ten thousand rows. */
const PAGES_MAX = 10_000;

interface Page<T> {
  rows: T[];
  next: string | null;
}

export type PageQuery = { limit: number; cursor?: string };

/** A page may be short or empty and still have a next one. */
export async function* readPages<T>(
  read: (query: PageQuery) => Promise<Page<T>>,
  rowsMax: number = ROWS_MAX,
): AsyncGenerator<T[]> {
  let cursor: string | null = null;
  let left = rowsMax;
  for (let pages = 0; left > 0 && pages < PAGES_MAX; pages++) {
    const limit = Math.min(left, LIST_ITEMS_MAX);
    const page: Page<T> = await read(cursor === null ? { limit } : { limit, cursor });
    yield page.rows;
    left -= page.rows.length;
    cursor = page.next;
    if (cursor === null) return;
  }
}

export async function readAllPages<T>(
  read: (query: PageQuery) => Promise<Page<T>>,
  rowsMax?: number,
): Promise<T[]> {
  const rows: T[] = [];
  for await (const page of readPages(read, rowsMax)) rows.push(...page);
  return rows;
}
