// Owns group commit: a batch of calls' verbs is one transaction of two round trips, locks and reads in the first, writes
// and COMMIT in the second. A refused verb changes nothing; a broken one is found by halving the batch, so that it takes
// no neighbour along and is not let through itself.
import { type CallVerb, callOf, runCallVerb, wantedBy } from '../ledger/call-verbs.ts';
import type { CallRow } from '../ledger/ledger.ts';
import { StorageUnavailable } from '../storage.ts';
import { isEngineFailure, isLockTimeout, type Session } from './connection.ts';
import type { DatabaseClock } from './database-clock.ts';
import { lockAccounts, readLedger } from './ledger-read.ts';
import { writeLedger } from './ledger-write.ts';
import { MissingMonth, type Months } from './months.ts';
import type { Database, Planned } from './transaction.ts';
import type { VerbOutcome } from './verb-lane.ts';

export interface BatchContext {
  database: Database;
  months: Months;
  clock: DatabaseClock;
  node: string;
}

export async function runBatch(
  context: BatchContext,
  verbs: CallVerb[],
  isPatient = true,
): Promise<VerbOutcome[]> {
  try {
    return await context.database.batch((session) => plan(context, session, verbs, isPatient));
  } catch (error) {
    if (error instanceof MissingMonth) return makeMonth(context, verbs, error);
    // Somebody holds an account for longer than a batch should wait: only that account's verbs are refused.
    if (isLockTimeout(error) && isPatient) return runBatch(context, verbs, false);
    return isEngineFailure(error) || error instanceof StorageUnavailable || verbs.length === 1
      ? verbs.map(() => failed(error))
      : runHalves(context, verbs);
  }
}

async function runHalves(context: BatchContext, verbs: CallVerb[]): Promise<VerbOutcome[]> {
  const middle = Math.ceil(verbs.length / 2);
  const first = await runBatch(context, verbs.slice(0, middle));
  return [...first, ...(await runBatch(context, verbs.slice(middle)))];
}

async function makeMonth(
  context: BatchContext,
  verbs: CallVerb[],
  { atMs }: MissingMonth,
): Promise<VerbOutcome[]> {
  try {
    await context.months.make(atMs);
  } catch (error) {
    return verbs.map(() => failed(error));
  }
  return runBatch(context, verbs);
}

export function failed(error: unknown): VerbOutcome {
  return { ok: false, error: asFailure(error) };
}

/** What the server or the driver could not do is unavailable; the rest is a bug and keeps its own text. */
export function asFailure(error: unknown): Error {
  if (!isEngineFailure(error)) return error as Error;
  return new StorageUnavailable((error as Error).message, { cause: error });
}

async function plan(
  context: BatchContext,
  session: Session,
  verbs: CallVerb[],
  isPatient: boolean,
): Promise<Planned<VerbOutcome[]>> {
  const ledger = await readLedger(session, { ...wantedBy(verbs), isPatient }, context);
  context.months.assertMade(ledger.nowMs);
  const value = verbs.map((verb): VerbOutcome => {
    const accountId = callOf(verb).accountId;
    if (!isPatient && !ledger.accounts.has(accountId))
      return failed(new StorageUnavailable('the account is locked'));
    return { ok: true, value: runCallVerb(ledger, verb) };
  });
  const changed = [...ledger.changedCalls];
  const wasCommitted = changed.length === 0 ? null : (later: Session) => find(later, changed);
  return { value, last: writeLedger(ledger), wasCommitted };
}

/**
 * True when a batch whose COMMIT was never answered is in the database. Its accounts are locked first, which waits for the
 * end of its transaction. The row of one changed call is proof for all: nobody else writes that epoch and state, and
 * the number of a new call was drawn for it alone.
 */
async function find(session: Session, changed: CallRow[]): Promise<boolean> {
  await lockAccounts(
    session,
    changed.map(({ accountId }) => accountId),
  );
  const row = await session.get(
    `SELECT count(*) AS n FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[]) AS u (seq, epoch, state, node)
       JOIN calls c ON c.seq = u.seq AND c.epoch = u.epoch AND c.node = u.node AND (c.state = u.state OR u.state = 'held')`,
    changed.map(({ seq }) => seq),
    changed.map(({ epoch }) => epoch),
    changed.map(({ state }) => state),
    changed.map(({ node }) => node),
  );
  return (row?.n as number) > 0;
}
