// How much a request for a list counts against the rate limit. A page is read, formatted and written as a whole, so
// one of 500 rows takes the memory of several ordinary ones: a flood of them took 220 MB.
import type { IncomingMessage } from 'node:http';
import { LIST_ITEMS_DEFAULT, LIST_ITEMS_MAX } from '../../domain/limits.ts';

/** In pages of the default length. A CSV is read in pages of the maximum length. */
export function listWeight({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): number {
  const asked = /[?&]limit=(\d{1,9})(?:&|$)/.exec(url)?.[1];
  const isCsv = /[?&]format=csv(?:&|$)/.test(url) || /^\s*text\/csv\b/i.test(headers.accept ?? '');
  const rows = isCsv ? LIST_ITEMS_MAX : Number(asked ?? LIST_ITEMS_DEFAULT);
  return Math.max(1, Math.ceil(Math.min(rows, LIST_ITEMS_MAX) / LIST_ITEMS_DEFAULT));
}
