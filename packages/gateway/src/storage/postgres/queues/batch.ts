// Group commit: a batch of calls' verbs is one transaction of two round trips, with locks and reads in the first, writes and COMMIT in
// the second. A refused verb changes nothing. If a verb fails with a bug, the batch is halved until that verb is found, so that it fails
// alone.
import { type CallVerb, callOf, runCallVerb, wantedBy } from '../../ledger/call-verbs.ts';
import type { CallRow } from '../../ledger/ledger.ts';
import { StorageUnavailable } from '../../storage.ts';
import { isEngineFailure, isLockTimeout, type SqlConnection } from '../connection.ts';
import type { DatabaseClock } from '../database-clock.ts';
import { lockAccounts, readLedger } from '../ledger/ledger-read.ts';
import { writeLedger } from '../ledger/ledger-write.ts';
import { MissingMonth, type MonthPartitions } from '../month-partitions.ts';
import type { Database, Planned } from '../transaction.ts';
import type { VerbOutcome } from './verb-queue.ts';

export interface BatchContext {
  database: Database;
  months: MonthPartitions;
  clock: DatabaseClock;
  node: string;
}

/** null: skipped, because another transaction has locked its account. */
type BatchOutcome = VerbOutcome | null;

/**
 * Locks the accounts that are not locked, and skips the others. It waits for at most one account, `waitFor`, and locks that one before
 * all others: so no transaction waits for a lock while it holds another account's.
 */
export async function runBatch(
  context: BatchContext,
  verbs: CallVerb[],
  waitFor: string | null = null,
): Promise<BatchOutcome[]> {
  try {
    return await context.database.batch((connection) => plan(context, connection, verbs, waitFor));
  } catch (error) {
    if (error instanceof MissingMonth) return makeMonth(context, verbs, { atMs: error.atMs, waitFor });
    if (isLockTimeout(error)) return runSeparately(context, verbs, waitFor);
    return isEngineFailure(error) || error instanceof StorageUnavailable || verbs.length === 1
      ? verbs.map(() => failedVerb(error))
      : runHalves(context, verbs, waitFor);
  }
}

async function runHalves(
  context: BatchContext,
  verbs: CallVerb[],
  waitFor: string | null,
): Promise<BatchOutcome[]> {
  const middle = Math.ceil(verbs.length / 2);
  const first = await runBatch(context, verbs.slice(0, middle), waitFor);
  return [...first, ...(await runBatch(context, verbs.slice(middle), waitFor))];
}

/**
 * A lock could not be taken: that of `waitFor`, or one that belongs to an account, such as a key's. In the second case it is unknown
 * which account's, so each account is tried separately, and only the locked one fails.
 */
async function runSeparately(
  context: BatchContext,
  verbs: CallVerb[],
  waitFor: string | null,
): Promise<BatchOutcome[]> {
  if (waitFor !== null) return verbs.map(() => null);
  const outcomes = new Map<CallVerb, BatchOutcome>();
  for (const [accountId, own] of Map.groupBy(verbs, (verb) => callOf(verb).accountId)) {
    const ended = await runBatch(context, own, accountId);
    for (const [i, verb] of own.entries()) outcomes.set(verb, ended[i]!);
  }
  return verbs.map((verb) => outcomes.get(verb)!);
}

async function makeMonth(
  context: BatchContext,
  verbs: CallVerb[],
  { atMs, waitFor }: { atMs: number; waitFor: string | null },
): Promise<BatchOutcome[]> {
  try {
    await context.months.make(atMs);
  } catch (error) {
    return verbs.map(() => failedVerb(error));
  }
  return runBatch(context, verbs, waitFor);
}

export function failedVerb(error: unknown): VerbOutcome {
  return { ok: false, error: asFailure(error) };
}

/** What the server or the driver could not do becomes StorageUnavailable; anything else is a bug and keeps its own text. */
export function asFailure(error: unknown): Error {
  if (!isEngineFailure(error)) return error as Error;
  return new StorageUnavailable((error as Error).message, { cause: error });
}

async function plan(
  context: BatchContext,
  connection: SqlConnection,
  verbs: CallVerb[],
  waitFor: string | null,
): Promise<Planned<BatchOutcome[]>> {
  const ledger = await readLedger(connection, { ...wantedBy(verbs), waitFor }, context);
  context.months.assertMade(ledger.nowMs);
  const value = verbs.map((verb): BatchOutcome => {
    const { accountId } = callOf(verb);
    // If the account that was waited for is not there, it does not exist.
    if (accountId !== waitFor && !ledger.accounts.has(accountId)) return null;
    return { ok: true, value: runCallVerb(ledger, verb) };
  });
  const changed = [...ledger.changedCalls];
  const wasCommitted = changed.length === 0 ? null : (later: SqlConnection) => wereWritten(later, changed);
  const mark = changed.findLast(({ state }) => state === 'settled');
  return { value, last: writeLedger(ledger), wasCommitted, mark };
}

/**
 * True when a batch, or another transaction that changed calls, whose COMMIT was not answered is in the database. It locks the batch's accounts first, which waits for the end of
 * that transaction. One changed call proves the whole batch: no other transaction writes that epoch and state, and the number of a new
 * call is used only once.
 */
export async function wereWritten(connection: SqlConnection, changed: CallRow[]): Promise<boolean> {
  await lockAccounts(
    connection,
    changed.map(({ accountId }) => accountId),
  );
  const row = await connection.get(
    `SELECT count(*) AS n FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[]) AS u (seq, epoch, state, node)
       JOIN calls c ON c.seq = u.seq AND c.epoch = u.epoch AND c.node = u.node AND (c.state = u.state OR u.state = 'held')`,
    changed.map(({ seq }) => seq),
    changed.map(({ epoch }) => epoch),
    changed.map(({ state }) => state),
    changed.map(({ node }) => node),
  );
  return (row?.n as number) > 0;
}
