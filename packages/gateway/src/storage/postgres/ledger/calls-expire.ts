// Ends holds that were neither settled nor released: those past their time by the database's clock, and at once those of nodes that are
// gone. Only one node sweeps at a time; if another is sweeping, this one does nothing. Accounts are locked before calls, as everywhere.
import { EXPIRED, endUncharged } from '../../ledger/calls-resolve.ts';
import { Ledger, nameOf } from '../../ledger/ledger.ts';
import { readAccountRow, readCallRow } from '../../ledger/read-rows.ts';
import type { Row } from '../../steps/reading.ts';
import { NODE_GONE_MS } from '../nodes.ts';
import type { VerbContext } from '../verb-context.ts';
import { CALL_COLUMNS, lockAvailableAccounts } from './ledger-read.ts';
import { writeLedger } from './ledger-write.ts';

/** Holds per transaction, so that a sweep delays a paid call by a few milliseconds at most. */
export const SWEEP_HOLDS_MAX = 500;

export async function expireCalls(
  context: VerbContext,
  input: { holdTtlMs: number },
): Promise<{ expired: number }> {
  const { db } = context;
  const mine = await db.get("SELECT 1 FROM meta WHERE name = 'sweep' FOR UPDATE SKIP LOCKED");
  if (mine === undefined) return { expired: 0 };
  const candidates = await findOverdue(context, input.holdTtlMs);
  if (candidates.length === 0) return { expired: 0 };
  const ledger = await lockAndReadAgain(context, candidates);
  for (const call of ledger.calls.values()) endUncharged(ledger, call, EXPIRED);
  for (const query of writeLedger(ledger)) await db.query(query);
  return { expired: ledger.calls.size };
}

/** Searches without locks. A hold that is found may end meanwhile, so it is read again under the locks. */
async function findOverdue(context: VerbContext, holdTtlMs: number): Promise<Row[]> {
  const { db, nowMs, node } = context;
  return db.all(
    `SELECT seq, account_id, epoch FROM calls c
      WHERE state = 'held' AND (opened_at_ms <= $1 OR ($2 AND node <> $3 AND NOT EXISTS (
              SELECT 1 FROM nodes n WHERE n.id = c.node AND n.seen_at_ms > $4)))
      ORDER BY seq LIMIT $5`,
    nowMs - holdTtlMs,
    await mayJudge(context),
    node,
    nowMs - NODE_GONE_MS,
    SWEEP_HOLDS_MAX,
  );
}

/**
 * A node whose own heartbeat is late concludes that the database was down, and that other nodes may be silent for the same reason. It
 * declares no node gone before the next sweep.
 */
async function mayJudge({ db, node, nowMs }: VerbContext): Promise<boolean> {
  const own = await db.get('SELECT seen_at_ms FROM nodes WHERE id = $1', node);
  return own !== undefined && (own.seen_at_ms as number) > nowMs - NODE_GONE_MS;
}

async function lockAndReadAgain({ db, nowMs, node }: VerbContext, candidates: Row[]): Promise<Ledger> {
  const ledger = new Ledger(nowMs, node);
  // Locked accounts are left for the next sweep: waiting for them would delay all other calls.
  const accounts = await lockAvailableAccounts(
    db,
    candidates.map((row) => row.account_id as string),
  );
  for (const row of accounts) ledger.accounts.set(row.id as string, readAccountRow(row));
  const held = await db.all(
    `SELECT ${CALL_COLUMNS} FROM unnest($1::bigint[], $2::bigint[]) AS u (seq, epoch)
       JOIN calls c ON c.seq = u.seq AND c.epoch = u.epoch WHERE c.state = 'held'`,
    candidates.map((row) => row.seq),
    candidates.map((row) => row.epoch),
  );
  for (const row of held) {
    const call = readCallRow(row);
    if (!ledger.accounts.has(call.accountId)) continue;
    ledger.calls.set(nameOf(call.accountId, call.requestId), call);
  }
  return ledger;
}
