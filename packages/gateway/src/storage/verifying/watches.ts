// Compares watches with the calls of their runs and with the pages of items that are kept. A check of the whole ledger adds up all runs of a
// watch; a check since the last checkpoint adds up the last hundred, of which rows are kept.

import type { Delivered } from '../../domain/prices/terms.ts';
import { runRequestId } from '../../domain/request-id.ts';
import { one, type Reading, type Row } from '../steps/reading.ts';
import type { Differences } from './ledger-differences.ts';

const WATCHES_PER_READ = 500;
/** Runs per query, whose calls are found by their ids. */
const RUNS_PER_READ = 500;
const SPENT = 'spent of a watch equals the charges of its calls';
const RUNS = 'runs of a watch were charged what their calls were';
const ITEMS = 'items of a watch are those that its calls delivered';
const PAGES = 'items of a watch are on its pages, up to the last number';

export function* compareWatches(differences: Differences, { isAll }: { isAll: boolean }): Reading<void> {
  for (let after = ''; ; ) {
    const watches = yield {
      sql: `SELECT id, account_id, runs, paid_to, items, spent_micros FROM watches WHERE id > $1 ORDER BY id LIMIT ${WATCHES_PER_READ}`,
      values: [after],
    };
    for (const watch of watches) yield* compareOne(differences, watch, isAll);
    if (watches.length < WATCHES_PER_READ) return;
    after = watches.at(-1)!.id as string;
  }
}

function* compareOne(differences: Differences, watch: Row, isAll: boolean): Reading<void> {
  const [id, accountId] = [watch.id as string, watch.account_id as string];
  const compare = (what: string, expected: unknown, found: unknown) =>
    differences.compare(accountId, `${what} (${id})`, expected, found);
  const kept = yield* one(
    `SELECT min(number) AS first, CAST(coalesce(sum(charged_micros), 0) AS bigint) AS micros,
            CAST(coalesce(sum(items), 0) AS bigint) AS items FROM watch_runs WHERE watch_id = $1`,
    id,
  );
  const [runs, paidTo] = [watch.runs as number, watch.paid_to as number];
  // Runs that were paid before the ledger was restored are recorded when they are made again.
  const lastRun = runs < paidTo ? runs : runs + 1;
  const last = yield* callsOf(watch, (kept!.first as number | null) ?? 1, lastRun);
  compare(RUNS, last.micros, kept!.micros);
  if (last.hasItems) compare(ITEMS, last.items, kept!.items);
  if (isAll)
    compare(SPENT, (yield* callsOf(watch, 1, Math.max(runs, paidTo) + 1)).micros, watch.spent_micros);
  const pages = yield* one(
    `SELECT min(first_number) AS first, CAST(coalesce(sum(items), 0) AS bigint) AS items FROM found_pages WHERE owner = $1`,
    id,
  );
  const first = pages!.first as number | null;
  if (first !== null) compare(PAGES, (watch.items as number) - first + 1, pages!.items);
}

/** The settled calls of these runs: of the first page, and of further ones, whose ids follow in the index. */
function* pagesOf(accountId: string, runIds: readonly string[]): Reading<Row[]> {
  const given = runIds.map((_, i) => `(CAST($${i + 2} AS text))`);
  const ofCalls = (condition: string) => `
    SELECT c.charged_micros, c.delivered, EXISTS (
             SELECT 1 FROM entries e WHERE e.call_seq = c.seq AND e.kind = 'refund') AS is_refunded
      FROM (SELECT column1 AS id FROM (VALUES ${given.join(', ')}) AS given) AS r
     CROSS JOIN calls c WHERE c.account_id = $1 AND c.state = 'settled' AND ${condition}`;
  const [first, further] = [
    'c.request_id = r.id',
    `c.request_id > r.id || '.' AND c.request_id < r.id || '/'`,
  ];
  const sql = `${ofCalls(first)} UNION ALL ${ofCalls(further)}`;
  return yield { sql, values: [accountId, ...runIds] };
}

/** With the next run after the last: one that was charged and not recorded is a difference. */
function* callsOf(
  watch: Row,
  from: number,
  to: number,
): Reading<{ micros: number; items: number; hasItems: boolean }> {
  const sums = { micros: 0, items: 0, hasItems: true };
  for (let first = from; first <= to; first += RUNS_PER_READ) {
    const count = Math.min(RUNS_PER_READ, to + 1 - first);
    const ids = Array.from({ length: count }, (_, i) => runRequestId(watch.id as string, first + i));
    const calls = yield* pagesOf(watch.account_id as string, ids);
    for (const { charged_micros, delivered, is_refunded } of calls) {
      sums.micros += charged_micros as number;
      // Only a price per item says how many were delivered, and a refund may be for items that were not to be had again.
      if (delivered === null || Number(is_refunded) === 1) sums.hasItems = false;
      else sums.items += (JSON.parse(delivered as string) as Delivered).items;
    }
  }
  return sums;
}
