// Brings a restored ledger forward from its archive. Entries that the ledger lacks are appended, with the calls that they charged, so
// that an id that was charged after the backup is never charged again. An entry is appended only where it follows exactly, by its number
// and by the balance before it. Other entries are reported and left out. A page of a collection or a run of a watch is counted in its owner,
// which asks it again when the gateway serves (paid-before.ts).
import { utcDay } from '../../domain/clock.ts';
import type { Micros } from '../../domain/money.ts';
import type { Delivered, Terms } from '../../domain/prices/terms.ts';
import { countedUnits } from '../../domain/prices/tiered-terms.ts';
import { keyScope, monthOf, projectScope } from '../ledger/spend-caps.ts';
import type { Row, SqlQuery, Value } from '../steps/reading.ts';
import type { WriteMoment, Writing } from '../steps/writing.ts';
import {
  ARCHIVE_COLUMNS,
  type ArchiveTable,
  type CatchUp,
  type CaughtUp,
  type MissingEntry,
  type ReachedAccount,
} from './archive.ts';
import { catchUpOwners } from './catch-up-gathered.ts';

export function* catchUp(input: CatchUp, { nowMs }: WriteMoment): Writing<CaughtUp> {
  const result: CaughtUp = { known: 0, missing: [], diverged: [], gathered: [], reached: [] };
  if (input.writes) yield* putOwners(input);
  const charged: Row[] = [];
  const calls = new Map(input.rows.calls.map((call) => [call.seq, call]));
  const byAccount = Map.groupBy(input.rows.entries, (entry) => entry.account_id as string);
  for (const [accountId, entries] of byAccount)
    yield* catchUpAccount(result, { input, accountId, entries, calls, charged });
  result.gathered = yield* catchUpOwners(input, charged, nowMs);
  if (input.writes && result.missing.length > 0)
    yield {
      change: {
        actor: input.actor,
        action: 'ledger.catch_up',
        subject: 'archive',
        detail: { entries: result.missing.length },
      },
    };
  return result;
}

/**
 * Adds accounts, projects and keys that entries and calls refer to and that the backup lacks. A key comes back without its secret and can
 * be used again after a rotation. An account or a project whose name is in use by now does not come back. Keys of such an account do not
 * come back either; keys of such a project come back without it.
 */
function* putOwners({ rows }: CatchUp): Writing<void> {
  for (const table of ['accounts', 'catalogs'] as const)
    for (const row of rows[table]) yield insertMissing(table, row);
  const accounts = yield* thereOf('accounts', rows.accounts);
  const isOwned = ({ account_id }: Row) => accounts.has(account_id);
  for (const row of rows.projects.filter(isOwned)) yield insertMissing('projects', row);
  const projects = yield* thereOf('projects', rows.projects);
  for (const row of rows.keys.filter(isOwned))
    yield insertMissing('keys', {
      ...row,
      project_id: projects.has(row.project_id) ? row.project_id! : null,
    });
}

/** Which of these rows the ledger has, by id. */
function* thereOf(table: 'accounts' | 'projects', rows: readonly Row[]): Writing<Set<unknown>> {
  if (rows.length === 0) return new Set();
  const places = rows.map((_, i) => `$${i + 1}`).join(', ');
  const found = yield {
    sql: `SELECT id FROM ${table} WHERE id IN (${places})`,
    values: rows.map(({ id }) => id as string),
  };
  return new Set(found.map(({ id }) => id));
}

function insertRow(table: ArchiveTable, row: Row): SqlQuery {
  const names = ARCHIVE_COLUMNS[table].filter((name) => row[name] !== undefined);
  const places = names.map((_, i) => `$${i + 1}`).join(', ');
  return {
    sql: `INSERT INTO ${table} (${names.join(', ')}) VALUES (${places})`,
    values: names.map((name) => row[name] as Value),
  };
}

function insertMissing(table: ArchiveTable, row: Row): SqlQuery {
  const { sql, values } = insertRow(table, row);
  return { sql: `${sql} ON CONFLICT DO NOTHING`, values };
}

interface AccountRun {
  input: CatchUp;
  accountId: string;
  entries: readonly Row[];
  calls: ReadonlyMap<unknown, Row>;
  /** The calls of charges that were added. */
  charged: Row[];
}

function* catchUpAccount(result: CaughtUp, run: AccountRun): Writing<void> {
  const { input, accountId, entries, calls, charged } = run;
  const account = yield* accountOf(input, accountId);
  const known = yield* entriesOf(accountId, entries);
  for (const entry of entries) {
    const call = calls.get(entry.call_seq);
    const there = known.get(entry.seq);
    if (there !== undefined && isSame(there, entry, call)) result.known++;
    else if (account === null || there !== undefined || !follows(entry, account) || (yield* isTaken(call)))
      result.diverged.push(missingOf(entry, call));
    else {
      result.missing.push(missingOf(entry, call));
      account.entrySeq = entry.seq as number;
      account.balanceMicros = entry.balance_after_micros as number;
      if (entry.kind === 'charge') charged.push(call!);
      if (input.writes) yield* putEntry(entry, call);
    }
  }
  if (account !== null) result.reached.push(account);
}

/** null: another account has taken that name since. */
function* accountOf(input: CatchUp, accountId: string): Writing<ReachedAccount | null> {
  const [row] = yield { lockAccount: accountId };
  const ahead = input.ahead?.find((one) => one.accountId === accountId);
  if (ahead !== undefined) return { ...ahead };
  if (row !== undefined) {
    const [entrySeq, balanceMicros] = [row.entry_seq as number, row.balance_micros as number];
    return { accountId, name: row.name as string, entrySeq, balanceMicros };
  }
  return input.writes ? null : yield* accountToCome(input, accountId);
}

/** The account as `putOwners` would create it; null when its name is in use. */
function* accountToCome({ rows, ahead }: CatchUp, accountId: string): Writing<ReachedAccount | null> {
  const name = rows.accounts.find(({ id }) => id === accountId)?.name as string;
  const [namesake] = yield { sql: 'SELECT id FROM accounts WHERE name = $1', values: [name] };
  if (namesake !== undefined || ahead?.some((one) => one.name === name)) return null;
  return { accountId, name, entrySeq: 0, balanceMicros: 0 };
}

function follows({ seq, balance_after_micros, amount_micros }: Row, account: ReachedAccount): boolean {
  const before = (balance_after_micros as number) - (amount_micros as number);
  return seq === account.entrySeq + 1 && before === account.balanceMicros;
}

/** The ledger has been served since the restore, and another call has this number. */
function* isTaken(call: Row | undefined): Writing<boolean> {
  if (call === undefined) return false;
  const [found] = yield {
    sql: 'SELECT account_id, request_id FROM calls WHERE seq = $1',
    values: [call.seq as number],
  };
  return (
    found !== undefined && (found.account_id !== call.account_id || found.request_id !== call.request_id)
  );
}

function* entriesOf(accountId: string, entries: readonly Row[]): Writing<Map<unknown, Row>> {
  const rows = yield {
    sql: `SELECT ${ARCHIVE_COLUMNS.entries.map((name) => `e.${name}`).join(', ')}, c.request_id
            FROM entries e LEFT JOIN calls c ON c.seq = e.call_seq
           WHERE e.account_id = $1 AND e.seq >= $2 AND e.seq <= $3`,
    values: [accountId, entries[0]!.seq as number, entries.at(-1)!.seq as number],
  };
  return new Map(rows.map((row) => [row.seq, row]));
}

/** Two calls may cost the same in the same millisecond, so their ids are compared too. */
function isSame(there: Row, entry: Row, call: Row | undefined): boolean {
  if (call !== undefined && there.request_id !== call.request_id) return false;
  return ARCHIVE_COLUMNS.entries.every((name) => there[name] === entry[name]);
}

function missingOf(entry: Row, call: Row | undefined): MissingEntry {
  return {
    accountId: entry.account_id as string,
    seq: entry.seq as number,
    kind: entry.kind as string,
    amountMicros: entry.amount_micros as number,
    atMs: entry.at_ms as number,
    requestId: (call?.request_id as string | undefined) ?? null,
    reference: entry.reference as string | null,
  };
}

function* putEntry(entry: Row, call: Row | undefined): Writing<void> {
  if (entry.kind === 'charge') yield* putCall(call!);
  yield insertRow('entries', entry);
  const moved = yield {
    sql: `UPDATE accounts SET balance_micros = $1, entry_seq = $2 WHERE id = $3 AND entry_seq = $2 - 1 RETURNING id`,
    values: [entry.balance_after_micros as number, entry.seq as number, entry.account_id as string],
  };
  if (moved.length !== 1) throw new Error(`the entry ${entry.seq} of ${entry.account_id} does not follow`);
  if (entry.kind === 'charge') yield* countCall(call!);
}

/** The backup may have the call as running or failed: its hold ends, and it becomes settled. */
function* putCall(call: Row): Writing<void> {
  const place = [call.account_id as string, call.request_id as string];
  const held = yield {
    sql: `SELECT price_micros, terms FROM calls WHERE account_id = $1 AND request_id = $2 AND state = 'held'`,
    values: place,
  };
  for (const { price_micros } of held)
    yield {
      sql: 'UPDATE accounts SET held_micros = held_micros - $1 WHERE id = $2',
      values: [price_micros as number, call.account_id as string],
    };
  if (held[0] !== undefined) yield* countFree(call.account_id, held[0].terms, -1);
  const others = ARCHIVE_COLUMNS.calls.filter((name) => !['seq', 'account_id', 'request_id'].includes(name));
  yield insertMissing('calls', call);
  yield {
    sql: `UPDATE calls SET ${others.map((name, i) => `${name} = $${i + 3}`).join(', ')}
           WHERE account_id = $1 AND request_id = $2 AND state <> 'settled'`,
    values: [...place, ...others.map((name) => (call[name] ?? null) as Value)],
  };
}

/** What a charge changes besides the balance. It counts on the day of the charge, not of the restore. */
function* countCall(call: Row): Writing<void> {
  const { account_id, key_id, project_id, path, charged_micros, finished_at_ms } = call;
  const day = utcDay(finished_at_ms as number);
  yield {
    sql: `INSERT INTO usage_days AS d (day, path, account_id, key_id, calls, failures, charged_micros, cost_micros, last_at_ms)
          VALUES ($1, $2, $3, $4, 1, 0, $5, 0, $6)
          ON CONFLICT (account_id, key_id, day, path) DO UPDATE SET calls = d.calls + 1,
            charged_micros = d.charged_micros + excluded.charged_micros, last_at_ms = excluded.last_at_ms`,
    values: [day, path, account_id, key_id, charged_micros, finished_at_ms] as Value[],
  };
  yield* countFree(account_id, call.terms, 1);
  yield* countTierUnits(call);
  const [capped] = yield {
    sql: 'SELECT id FROM keys WHERE id = $1 AND total_cap_micros IS NOT NULL',
    values: [key_id as string],
  };
  const micros = charged_micros as number;
  if (capped !== undefined) yield addSpent(keyScope(key_id as string), account_id as string, day, micros);
  if (project_id !== null)
    yield addSpent(projectScope(project_id as string), account_id as string, day, micros);
}

function* countFree(accountId: unknown, terms: unknown, change: 1 | -1): Writing<void> {
  const { free } = JSON.parse((terms as string | null) ?? '{}') as Partial<Terms>;
  if (free === undefined) return;
  yield {
    sql: `INSERT INTO free_days AS f (account_id, day, path, used) VALUES ($1, $2, $3, $4)
          ON CONFLICT (account_id, day, path) DO UPDATE SET used = f.used + excluded.used`,
    values: [accountId as string, free.day, free.path, change],
  };
}

function* countTierUnits({ account_id, terms, delivered, charged_micros }: Row): Writing<void> {
  if (terms === null || delivered === null) return;
  const [of, what] = [JSON.parse(terms as string) as Terms, JSON.parse(delivered as string) as Delivered];
  for (const { month, path, units } of countedUnits(of, what, charged_micros as Micros))
    yield {
      sql: `INSERT INTO tier_months AS t (account_id, month, path, used) VALUES ($1, $2, $3, $4)
            ON CONFLICT (account_id, month, path) DO UPDATE SET used = t.used + excluded.used`,
      values: [account_id as string, month, path, units],
    };
}

/** Adds to a running sum as a charge does. A sum of a later day or month stays unchanged. */
function addSpent(scope: string, accountId: string, day: string, micros: number) {
  return {
    sql: `INSERT INTO spend AS s (scope, account_id, day, day_micros, month, month_micros, total_micros)
          VALUES ($1, $2, $3, $4, $5, $4, $4)
          ON CONFLICT (scope) DO UPDATE SET
            day_micros = CASE WHEN s.day = excluded.day THEN s.day_micros + excluded.day_micros
                              WHEN s.day > excluded.day THEN s.day_micros ELSE excluded.day_micros END,
            month_micros = CASE WHEN s.month = excluded.month THEN s.month_micros + excluded.month_micros
                                WHEN s.month > excluded.month THEN s.month_micros ELSE excluded.month_micros END,
            total_micros = s.total_micros + excluded.total_micros,
            day = CASE WHEN s.day > excluded.day THEN s.day ELSE excluded.day END,
            month = CASE WHEN s.month > excluded.month THEN s.month ELSE excluded.month END`,
    values: [scope, accountId, day, micros, monthOf(day)],
  };
}
