// The verbs that have an implementation of their own on PostgreSQL, each run in a transaction of its own. open-storage.ts binds the other
// native verbs to the port.
import { RefusedDatabase } from '../storage.ts';
import type { NativesIn } from '../verbs.ts';
import { DURABILITY_AHEAD, whyNotDurable } from './durability.ts';
import { expireCalls } from './ledger/calls-expire.ts';
import { settleGathered } from './ledger/gathered-settle.ts';
import { previewOpen } from './ledger/ledger-read.ts';
import { foldSteps, purgeUsage } from './retention.ts';
import type { VerbContext } from './verb-context.ts';

/** Bound by open-storage.ts: verbs of calls and key look-ups run in batches, and long verbs bypass the queues. */
export type CallVerbName = 'calls.open' | 'calls.openSettled' | 'calls.settle' | 'calls.release';
export type BoundElsewhere =
  | CallVerbName
  | 'keys.findByHash'
  | 'ledger.verify'
  | 'ledger.keepCheckpoint'
  | 'ledger.catchUp';

export type PostgresNatives = NativesIn<VerbContext, BoundElsewhere, true>;

/** A commit that changes a row proves that the server accepts commits; its settings tell whether they are durable, also those of the next connection. */
async function proveCommit({ db, sync }: VerbContext): Promise<void> {
  const why = whyNotDurable(await db.get(DURABILITY_AHEAD), sync);
  if (why !== null) throw new RefusedDatabase(why);
  await db.runOne("UPDATE meta SET value = value + 1 WHERE name = 'proofs'");
}

export const nativeVerbs: PostgresNatives = {
  'calls.expire': expireCalls,
  'gathered.settle': settleGathered,
  'usage.purge': purgeUsage,
  'usage.fold': foldSteps,
  ready: proveCommit,
  'calls.preview': previewOpen,
};
