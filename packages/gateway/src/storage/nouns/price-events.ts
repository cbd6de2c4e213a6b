// The event `price.changed`. When another version of the price list takes effect, every account whose price it changes gets one event:
// accounts that used such a path lately, and accounts whose agreed price changed. Accounts are visited by id, a bounded number in each
// transaction. The table `told` keeps the progress, so that neither a crash nor a second node skips or repeats an account.
import { type Catalog, type CatalogDraft, type Price, priceOf, priceText } from '../../domain/catalog.ts';
import { formatTime, utcDay } from '../../domain/clock.ts';
import type { NewEvent } from '../../domain/event.ts';
import type { Row } from '../steps/reading.ts';
import type { WriteMoment, Writing } from '../steps/writing.ts';
import { readCatalog } from './rows.ts';

/** Accounts per transaction. */
const ACCOUNTS_MAX = 50;
/** Changes listed in one event; `change_count` is their total. */
const CHANGES_SHOWN_MAX = 20;
/** Accounts that have not used a path for a month get no event about its price. */
const USED_MS = 30 * 86_400_000;
const NAME = 'prices';

/**
 * Format in the table `told`. `7`: all accounts are done with version 7. `7 9 acc_x`: accounts up to acc_x are done with the change from
 * 7 to 9.
 */
interface Progress {
  from: number;
  to: number | null;
  after: string;
}

function readProgress(state: string): Progress {
  const [from, to, after = ''] = state.split(' ');
  return { from: Number(from), to: to === undefined ? null : Number(to), after };
}

/** Writes events for the next accounts, a bounded number at a time. `isMore`: there are others left. */
export function* notePriceChanges(_input: null, { nowMs }: WriteMoment): Writing<{ isMore: boolean }> {
  const [current] = yield {
    sql: 'SELECT version FROM catalogs WHERE effective_from_ms <= $1 ORDER BY version DESC LIMIT 1',
    values: [nowMs],
  };
  if (current === undefined) return { isMore: false };
  const [stored] = yield { sql: 'SELECT state FROM told WHERE name = $1', values: [NAME] };
  if (stored === undefined) {
    // The first version is not a change, and neither is the version that was in effect before this release was installed.
    const sql = 'INSERT INTO told (name, state) VALUES ($1, $2) ON CONFLICT DO NOTHING';
    yield { sql, values: [NAME, String(current.version)] };
    return { isMore: false };
  }
  const { from, to, after } = readProgress(stored.state as string);
  if (to === null && from === current.version) return { isMore: false };
  return yield* noteSome(
    { from, to: to ?? (current.version as number), after },
    stored.state as string,
    nowMs,
  );
}

function* noteSome(
  { from, to, after }: { from: number; to: number; after: string },
  known: string,
  nowMs: number,
): Writing<{ isMore: boolean }> {
  const accounts = yield {
    sql: `SELECT id, status FROM accounts WHERE id > $1 ORDER BY id LIMIT ${ACCOUNTS_MAX}`,
    values: [after],
  };
  const last = accounts.at(-1);
  // If another node was faster, the state has changed and this node writes no events.
  const [mine] = yield {
    sql: 'UPDATE told SET state = $1 WHERE name = $2 AND state = $3 RETURNING name',
    values: [last === undefined ? String(to) : `${from} ${to} ${last.id}`, NAME, known],
  };
  if (mine === undefined || last === undefined) return { isMore: mine !== undefined };
  const rows = yield { sql: 'SELECT * FROM catalogs WHERE version IN ($1, $2)', values: [from, to] };
  const versions = new Map(rows.map((row) => [row.version as number, readCatalog(row)]));
  const lists = { before: versions.get(from)!, after: versions.get(to)! };
  const ids = accounts.filter(({ status }) => status === 'active').map(({ id }) => id as string);
  const used = yield* usedPaths(ids, nowMs);
  for (const id of ids) {
    const event = changeFor(id, lists, used.get(id) ?? []);
    if (event !== null) yield { event };
  }
  return { isMore: true };
}

function* usedPaths(ids: readonly string[], nowMs: number): Writing<Map<string, string[]>> {
  if (ids.length === 0) return new Map();
  const rows: Row[] = yield {
    sql: `SELECT DISTINCT account_id, path FROM usage_days
           WHERE day >= $1 AND account_id IN (${ids.map((_, i) => `$${i + 2}`).join(', ')}) ORDER BY account_id, path`,
    values: [utcDay(nowMs - USED_MS), ...ids],
  };
  const paths = new Map<string, string[]>();
  for (const row of rows) {
    const known = paths.get(row.account_id as string);
    if (known === undefined) paths.set(row.account_id as string, [row.path as string]);
    else known.push(row.path as string);
  }
  return paths;
}

interface Lists {
  before: Catalog;
  after: Catalog;
}

/** null for an account whose prices stay the same. */
function changeFor(accountId: string, { before, after }: Lists, used: readonly string[]): NewEvent | null {
  const own = (list: CatalogDraft) => ({
    ...list,
    overrides: list.overrides.filter((agreed) => agreed.accountId === accountId),
  });
  const [old, next] = [own(before), own(after)];
  const paths = new Set([...used, ...[...old.overrides, ...next.overrides].map(({ path }) => path)]);
  const changes = [...paths].flatMap((path) => {
    const [from, to] = [textOf(priceOf(old, path, accountId)), textOf(priceOf(next, path, accountId))];
    return from === to ? [] : [{ path, from, to }];
  });
  if (changes.length === 0) return null;
  const version = { catalog_version: after.version, effective_from: formatTime(after.effectiveFromMs) };
  const shown = changes.slice(0, CHANGES_SHOWN_MAX);
  return {
    stream: accountId,
    type: 'price.changed',
    data: { ...version, changes: shown, change_count: changes.length },
  };
}

/** The price as text for people; null for a path that is not served. */
function textOf(price: Price | null): string | null {
  if (price === null) return null;
  const { unit, unitPriceMicros, minimumMicros, allowance, tiers } = price;
  return priceText({
    unit,
    unitPriceMicros,
    ...(minimumMicros > 0 && { minimumMicros }),
    ...(allowance !== null && { freePerDay: allowance.callsPerDay }),
    ...(tiers !== undefined && { tiers: tiers.steps }),
  });
}
