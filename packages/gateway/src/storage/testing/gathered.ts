// Gathered calls for tests of storage: their ids, and what a page of a collection writes beside its charge.
import { pageRequestId } from '../../domain/request-id.ts';
import type { PageFound, RunFound, SettledFor } from '../nouns/gathered.ts';
import type { Writing } from '../steps/writing.ts';

const COLLECTION = 'col_0123456789abcdef';

export const pageId = (page: number) => pageRequestId(COLLECTION, page);

export const pageFound = (page: number): PageFound => ({
  kind: 'page',
  collectionId: COLLECTION,
  page,
  items: 0,
  body: null,
  bytes: 0,
  linksUntilMs: null,
  seen: [`x:${page}`],
  next: { question: 0, pcursor: 'more' },
  keepMs: 1,
});

/** A move that a test can see: notes the first id with the charge in place of a time. With a second id it fails after that. */
export function* moveVisibly(found: PageFound | RunFound, settled: SettledFor): Writing<void> {
  const values = [COLLECTION, found.seen[0]!, settled.chargedMicros];
  yield { sql: 'INSERT INTO seen_items (owner, item, seen_at) VALUES ($1, $2, $3)', values };
  if (found.seen.length > 1) throw new Error('the move fails');
}
