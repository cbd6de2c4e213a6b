// Owns how a list becomes a page: ask for one row more than the page holds, and the extra row says that there is more.
import type { Listed } from './listed.ts';

export function pageOf<T>(rows: T[], limit: number, cursorOf: (row: T) => string): Listed<T> {
  if (rows.length <= limit) return { items: rows, next: null };
  const items = rows.slice(0, limit);
  return { items, next: cursorOf(items[limit - 1]!) };
}
