// Ends holds that were neither settled nor released: those past their time, and at once those of processes that are gone. A sweep is
// bounded.
import { EXPIRED, endUncharged } from '../ledger/calls-resolve.ts';
import { Ledger } from '../ledger/ledger.ts';
import { readCallRow } from '../ledger/read-rows.ts';
import { loadAccount } from './ledger-read.ts';
import { writeLedger } from './ledger-write.ts';
import type { VerbContext } from './verb-context.ts';

/** Holds per sweep; more than any node can have open. */
const SWEEP_HOLDS_MAX = 10_000;

/**
 * A hold expires when it was seen open for its whole lifetime on the monotonic clock, which a step of the wall clock cannot shorten. It
 * expires at once when the process that opened it is gone.
 */
export function expireCalls(context: VerbContext, input: { holdTtlMs: number }): { expired: number } {
  const { db, monotonicMs, holdsSeen } = context;
  const held = db.all(
    `SELECT seq, account_id, request_id, key_id, fingerprint, path, state, price_micros, terms, epoch, node FROM calls
      WHERE state = 'held' LIMIT ?`,
    SWEEP_HOLDS_MAX,
  );
  const gone = new Map<string, boolean>();
  const seen = new Map(holdsSeen);
  holdsSeen.clear();
  const ledger = new Ledger(context.nowMs, context.node);
  for (const call of held) {
    const name = `${call.seq}:${call.epoch}`;
    const sinceMs = seen.get(name) ?? monotonicMs;
    if (monotonicMs - sinceMs >= input.holdTtlMs || isGone(context, call.node as string, gone)) {
      loadAccount(db, ledger, call.account_id as string);
      endUncharged(ledger, readCallRow(call), EXPIRED);
    } else {
      holdsSeen.set(name, sinceMs);
    }
  }
  writeLedger(db, ledger);
  return { expired: ledger.changedCalls.size };
}

/** Checks each node once per sweep, because a check opens a file. */
function isGone(context: VerbContext, node: string, known: Map<string, boolean>): boolean {
  const answer = known.get(node) ?? (node !== context.node && context.isNodeGone(node));
  known.set(node, answer);
  return answer;
}
