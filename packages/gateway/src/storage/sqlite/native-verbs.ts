// The verbs that have an implementation of their own on SQLite, run on a storage thread. Verbs of calls are in calls.ts, which runs
// several of them together.

import { catchUp } from '../nouns/catch-up.ts';
import type { NativesIn } from '../verbs.ts';
import type { CallVerbName } from './calls.ts';
import { expireCalls } from './calls-expire.ts';
import { previewOpen } from './calls-preview.ts';
import { settleGathered } from './gathered-settle.ts';
import { findKeyByHash } from './keys-find.ts';
import { foldSteps, purgeUsage } from './retention.ts';
import { runWriting } from './run-writing.ts';
import type { VerbContext } from './verb-context.ts';
import { keepCheckpoint, verifyLedger } from './verify.ts';

export type SqliteNatives = NativesIn<VerbContext, CallVerbName, false>;

/** Changes a page, because SQLite writes nothing for a commit without changes. So it proves that the disk accepts commits. */
function proveCommit({ db }: VerbContext): null {
  db.runOne("UPDATE meta SET value = value + 1 WHERE name = 'proofs'");
  return null;
}

export const nativeVerbs: SqliteNatives = {
  'calls.expire': expireCalls,
  'gathered.settle': settleGathered,
  'usage.purge': purgeUsage,
  'usage.fold': foldSteps,
  'ledger.catchUp': runWriting(catchUp),
  'ledger.keepCheckpoint': keepCheckpoint,
  ready: proveCommit,
  'calls.preview': previewOpen,
  'keys.findByHash': findKeyByHash,
  'ledger.verify': verifyLedger,
};
