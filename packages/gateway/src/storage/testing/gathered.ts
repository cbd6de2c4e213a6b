// Gathered calls for tests of storage: their ids, and what a page of a collection writes beside its charge.
import { HOUR_MS } from '../../domain/duration.ts';
import { toMicros, ZERO } from '../../domain/money.ts';
import { pageRequestId } from '../../domain/request-id.ts';
import type { CreateCollection } from '../nouns/collections.ts';
import type { PageFound, RunFound, SettledFor } from '../nouns/gathered.ts';
import type { NewWatch } from '../nouns/watches.ts';
import type { Writing } from '../steps/writing.ts';
import { keyIdOf } from './payer.ts';

const COLLECTION = 'col_0123456789abcdef';

/** What the tests of a collection and of a watch do not name. */
const ofPayer = (accountId: string) => ({
  ...{ actor: 'test', accountId, keyId: keyIdOf(accountId), requestId: 'r', fingerprint: 'f' },
  ...{ name: null, platform: 'x' },
});

export const newCollection = (
  accountId: string,
  changes: Partial<CreateCollection> = {},
): CreateCollection => ({
  ...{ ...ofPayer(accountId), id: `col_${accountId}`, itemsMax: 9, untilMs: null, keptMax: 9 },
  ...{ budgetMicros: toMicros(1), mostMicros: toMicros(1), questions: [{ path: '/p', query: {} }] },
  ...changes,
});

export const newWatch = (accountId: string, changes: Partial<NewWatch> = {}): NewWatch => ({
  ...{
    ...ofPayer(accountId),
    id: `wat_${accountId}`,
    path: '/p',
    query: {},
    everyMs: HOUR_MS,
    isAuto: false,
  },
  ...{ pagesMax: 1, baseline: 'deliver', runMostMicros: ZERO, max: 9 },
  ...{ monthBudgetMicros: null, totalBudgetMicros: null, ...changes },
});

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
