// The verbs that PostgreSQL runs in its own way, each in a transaction of its own. Those that travel in another way are bound to the port
// in open-storage.ts.
import { StorageUnavailable } from '../storage.ts';
import type { NativesIn } from '../verbs.ts';
import * as accounts from './accounts.ts';
import * as tokens from './admin-tokens.ts';
import * as audit from './audit.ts';
import { expireCalls, purgeAnswers } from './calls-expire.ts';
import { findAnswer, findCall } from './calls-find.ts';
import { previewOpen } from './calls-preview.ts';
import * as catalog from './catalog.ts';
import * as complaints from './complaints.ts';
import { DURABILITY_AHEAD, whyNotDurable } from './durability.ts';
import * as events from './events.ts';
import * as keys from './keys.ts';
import * as projects from './projects.ts';
import { readProviderUsage } from './provider-days.ts';
import { resumeProvider } from './provider-resume.ts';
import { foldSteps, purgeUsage } from './retention.ts';
import * as secret from './service-secret.ts';
import * as sessions from './sessions.ts';
import { readUsage } from './usage.ts';
import type { VerbContext } from './verb-context.ts';
import { keepVerdict, noteBackup, noteDrill } from './verdict.ts';
import * as walkStates from './walk-states.ts';

/** Bound to the port by open-storage.ts: verbs of calls and key look-ups travel in batches, long ones do not travel on a lane. */
export type CallWay = 'calls.open' | 'calls.openSettled' | 'calls.settle' | 'calls.release';
export type OwnWay =
  | CallWay
  | 'keys.findByHash'
  | 'usage.providersOf'
  | 'ledger.verify'
  | 'ledger.keepCheckpoint'
  | 'ledger.catchUp';

export type PostgresNatives = NativesIn<VerbContext, OwnWay, true>;

/** A commit that really changes a row proves that the server takes commits; its settings say whether it keeps them. */
async function proveCommit({ db }: VerbContext): Promise<void> {
  const why = whyNotDurable(await db.get(DURABILITY_AHEAD));
  if (why !== null) throw new StorageUnavailable(why);
  await db.runOne("UPDATE meta SET value = value + 1 WHERE name = 'proofs'");
}

export const nativeVerbs: PostgresNatives = {
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
  'walkStates.read': walkStates.readWalkState,
  'events.list': events.listEvents,
  'events.heads': events.readHeads,
  'audit.list': audit.listAudit,
  'adminTokens.findByHash': tokens.findAdminTokenByHash,
  'adminTokens.list': tokens.listAdminTokens,
  'sessions.findByCookie': sessions.findByCookie,
  'sessions.list': sessions.listSessions,
  'secret.find': secret.findSecret,
  revision: audit.readRevision,
};
