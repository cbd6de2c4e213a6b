// The verbs that SQLite runs in its own way, on a storage thread. Those of calls are not among them: calls.ts runs neighbours together.

import { catchUp } from '../nouns/catch-up.ts';
import type { NativesIn } from '../verbs.ts';
import * as accounts from './accounts.ts';
import type { CallVerbName } from './calls.ts';
import { expireCalls, purgeAnswers } from './calls-expire.ts';
import { previewOpen } from './calls-preview.ts';
import * as complaints from './complaints.ts';
import * as keys from './keys.ts';
import * as projects from './projects.ts';
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
  'calls.purgeAnswers': purgeAnswers,
  'accounts.topUp': accounts.topUp,
  'accounts.refund': accounts.refund,
  'accounts.adjust': accounts.adjust,
  'keys.create': keys.createKey,
  'keys.update': keys.updateKey,
  'keys.rotate': keys.rotateKey,
  'keys.revoke': keys.revokeKey,
  'projects.create': projects.createProject,
  'projects.update': projects.updateProject,
  'complaints.file': complaints.fileComplaint,
  'complaints.decide': complaints.decideComplaint,
  'usage.purge': purgeUsage,
  'usage.fold': foldSteps,
  'ledger.catchUp': runWriting(catchUp),
  'ledger.keepCheckpoint': keepCheckpoint,
  ready: proveCommit,
  'calls.preview': previewOpen,
  'accounts.find': accounts.findAccount,
  'accounts.list': accounts.listAccounts,
  'accounts.entries': accounts.listEntries,
  'keys.findByHash': keys.findKeyByHash,
  'keys.find': keys.findKey,
  'keys.list': keys.listKeys,
  'projects.find': projects.findProject,
  'projects.list': projects.listProjects,
  'caps.ofKey': projects.readKeyCaps,
  'caps.ofKeys': projects.readCapsOfKeys,
  'caps.ofProject': projects.readProjectCaps,
  'complaints.evidence': complaints.readEvidence,
  'complaints.find': complaints.findComplaint,
  'complaints.list': complaints.listComplaints,
  'ledger.verify': verifyLedger,
};
