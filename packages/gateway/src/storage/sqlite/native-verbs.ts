// The verbs that SQLite runs in its own way, on a storage thread. Those of calls are not among them: calls.ts runs neighbours together.

import { catchUp } from '../nouns/catch-up.ts';
import type { NativesIn } from '../verbs.ts';
import type { CallVerbName } from './calls.ts';
import { expireCalls } from './calls-expire.ts';
import { previewOpen } from './calls-preview.ts';
import { findKeyByHash } from './keys-find.ts';
import { foldSteps, purgeUsage } from './retention.ts';
import { runWriting } from './run-writing.ts';
import type { VerbContext } from './verb-context.ts';
import { keepCheckpoint, verifyLedger } from './verify.ts';

export type SqliteNatives = NativesIn<VerbContext, CallVerbName, false>;

/** A commit that really changes a page proves that the disk takes commits; one that does not is not even written. */
function proveCommit({ db }: VerbContext): null {
  db.runOne("UPDATE meta SET value = value + 1 WHERE name = 'proofs'");
  return null;
}

export const nativeVerbs: SqliteNatives = {
  'calls.expire': expireCalls,
  'usage.purge': purgeUsage,
  'usage.fold': foldSteps,
  'ledger.catchUp': runWriting(catchUp),
  'ledger.keepCheckpoint': keepCheckpoint,
  ready: proveCommit,
  'calls.preview': previewOpen,
  'keys.findByHash': findKeyByHash,
  'ledger.verify': verifyLedger,
};
