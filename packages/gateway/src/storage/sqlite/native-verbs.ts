// The verbs that SQLite runs in its own way, on a storage thread. Those of calls are not among them: calls.ts runs neighbours together.

import { catchUp } from '../nouns/catch-up.ts';
import type { NativesIn } from '../verbs.ts';
import * as accounts from './accounts.ts';
import * as tokens from './admin-tokens.ts';
import * as audit from './audit.ts';
import type { CallVerbName } from './calls.ts';
import { expireCalls, purgeAnswers } from './calls-expire.ts';
import { findAnswer, findCall } from './calls-find.ts';
import { previewOpen } from './calls-preview.ts';
import * as catalog from './catalog.ts';
import * as complaints from './complaints.ts';
import * as events from './events.ts';
import * as keys from './keys.ts';
import * as projects from './projects.ts';
import { readProviderUsage, readProviderUsageOf } from './provider-days.ts';
import { resumeProvider } from './provider-resume.ts';
import { foldSteps, purgeUsage } from './retention.ts';
import { runWriting } from './run-writing.ts';
import * as secret from './service-secret.ts';
import * as sessions from './sessions.ts';
import { readUsage } from './usage.ts';
import type { VerbContext } from './verb-context.ts';
import { keepVerdict, noteBackup, noteDrill } from './verdict.ts';
import { keepCheckpoint, verifyLedger } from './verify.ts';
import * as walkStates from './walk-states.ts';

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
  'catalog.publish': catalog.publishCatalog,
  'usage.purge': purgeUsage,
  'walkStates.put': walkStates.putWalkState,
  'walkStates.purge': walkStates.purgeWalkStates,
  'events.note': events.noteEvent,
  'events.purge': events.purgeEvents,
  'events.setLowBalance': events.setLowBalance,
  'usage.fold': foldSteps,
  'ledger.keepVerdict': keepVerdict,
  'ledger.noteBackup': noteBackup,
  'ledger.noteDrill': noteDrill,
  'ledger.catchUp': runWriting(catchUp),
  'ledger.keepCheckpoint': keepCheckpoint,
  'providers.resume': resumeProvider,
  'audit.note': audit.noteChange,
  'adminTokens.create': tokens.createAdminToken,
  'sessions.createCode': sessions.createLoginCode,
  'sessions.useKey': sessions.useKey,
  'sessions.purge': sessions.purgeSessions,
  'secret.claim': secret.claimSecret,
  'secret.forget': secret.forgetSecret,
  ready: proveCommit,
  'calls.find': findCall,
  'calls.findAnswer': findAnswer,
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
  'catalog.all': catalog.allCatalogs,
  'usage.read': readUsage,
  'usage.providers': readProviderUsage,
  'usage.providersOf': readProviderUsageOf,
  'walkStates.read': walkStates.readWalkState,
  'events.list': events.listEvents,
  'events.heads': events.readHeads,
  'audit.list': audit.listAudit,
  'adminTokens.findByHash': tokens.findAdminTokenByHash,
  'adminTokens.list': tokens.listAdminTokens,
  'sessions.findByCookie': sessions.findByCookie,
  'sessions.list': sessions.listSessions,
  'ledger.verify': verifyLedger,
  'secret.find': secret.findSecret,
  revision: audit.readRevision,
};
