// Compares collections with the calls of their pages and with the pages of items that are kept. Only collections that were at work since the
// last check are read: the pages of an ended one do not change.
import { pageRequestId } from '../../domain/request-id.ts';
import { one, type Reading, type Row } from '../steps/reading.ts';
import type { Differences } from './ledger-differences.ts';

const COLLECTIONS_PER_READ = 500;
/** Calls per query, found by their ids. */
const CALLS_PER_READ = 500;
const CHARGED = 'charged of a collection equals the charges of its calls';
const ITEMS = 'items of a collection are on its pages';

export function* compareCollections(
  differences: Differences,
  { sinceMs, nowMs }: { sinceMs: number; nowMs: number },
): Reading<void> {
  for (let after = ''; ; ) {
    const rows = yield {
      sql: `SELECT id, account_id, pages, paid_to, items, charged_micros, expires_at_ms FROM collections
             WHERE id > $1 AND is_removed = 0 AND (ended_at_ms IS NULL OR ended_at_ms >= $2)
             ORDER BY id LIMIT ${COLLECTIONS_PER_READ}`,
      values: [after, sinceMs],
    };
    for (const row of rows) yield* compareOne(differences, row, nowMs);
    if (rows.length < COLLECTIONS_PER_READ) return;
    after = rows.at(-1)!.id as string;
  }
}

function* compareOne(differences: Differences, row: Row, nowMs: number): Reading<void> {
  const [id, accountId] = [row.id as string, row.account_id as string];
  const charged = yield* chargedBy(id, accountId, Math.max(row.pages as number, row.paid_to as number));
  differences.compare(accountId, `${CHARGED} (${id})`, charged, row.charged_micros);
  if (((row.expires_at_ms as number | null) ?? nowMs + 1) <= nowMs) return;
  const found = yield* one(
    'SELECT CAST(coalesce(sum(items), 0) AS bigint) AS items FROM found_pages WHERE owner = $1',
    id,
  );
  differences.compare(accountId, `${ITEMS} (${id})`, row.items, found!.items);
}

/** With the call of the next page: one that was charged without moving the collection on is a difference. What was paid before a restore counts. */
function* chargedBy(id: string, accountId: string, pages: number): Reading<number> {
  let micros = 0;
  for (let first = 0; first <= pages; first += CALLS_PER_READ) {
    const count = Math.min(CALLS_PER_READ, pages + 1 - first);
    const ids = Array.from({ length: count }, (_, i) => pageRequestId(id, first + i));
    const sum = yield* one(
      `SELECT CAST(coalesce(sum(charged_micros), 0) AS bigint) AS micros FROM calls
        WHERE account_id = $1 AND state = 'settled' AND request_id IN (${ids.map((_, i) => `$${i + 2}`)})`,
      accountId,
      ...ids,
    );
    micros += sum!.micros as number;
  }
  return micros;
}
