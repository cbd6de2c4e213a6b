// Owns the list of verbs that are one transaction each: those that change the control plane, and those that only read. The
// verbs of calls are not here: they travel in batches (batch.ts).

import * as accounts from '../nouns/accounts.ts';
import { readClaims } from '../nouns/complaint-claims.ts';
import * as complaints from '../nouns/complaints.ts';
import { adjust, listEntries, refund, topUp } from '../nouns/entries.ts';
import * as keys from '../nouns/keys.ts';
import * as projects from '../nouns/projects.ts';
import { readArchiveHeads, readArchiveRows } from '../reading/archive.ts';
import { readCallDetail } from '../reading/call-detail.ts';
import { listCalls } from '../reading/call-list.ts';
import { readCallTotals } from '../reading/call-totals.ts';
import { listGrants, readPaidFor } from '../reading/grants.ts';
import { listHolds } from '../reading/hold-list.ts';
import { listInvites } from '../reading/invites.ts';
import { readLedgerWatch } from '../reading/ledger-watch.ts';
import { lookUp } from '../reading/look-up.ts';
import { readOverview, readProviderSteps, readRunway } from '../reading/overview.ts';
import {
  findOrder,
  findPayback,
  listDisputes,
  listOrders,
  listPaybacks,
  listRecharges,
  readCredited,
  readDisputed,
  readPaybacksOf,
  readRechargeStanding,
} from '../reading/payments.ts';
import type { Dialect, Reading } from '../reading/reading.ts';
import { findDueAccounts, findStatement, listStatements, readStatedEntries } from '../reading/statements.ts';
import { readTierCounts } from '../reading/tiers.ts';
import { readSlice } from '../reading/usage-slice.ts';
import { readVerdict } from '../reading/verdict.ts';
import { StorageUnavailable } from '../storage.ts';
import { claimPaymentRun } from '../writing/claim-run.ts';
import { creditPayment } from '../writing/credit-payment.ts';
import { reinstatePayment, withdrawPayment } from '../writing/disputes.ts';
import { expireGrants, giveGrant } from '../writing/grants.ts';
import { renewLeases } from '../writing/leases.ts';
import { addressOrder, endOrder, orderTopUp } from '../writing/orders.ts';
import { claimPayback, endPayback, wantPayback } from '../writing/paybacks.ts';
import { giveBackUnits, readUsed, takeUnits } from '../writing/quotas.ts';
import { setRechargePlan } from '../writing/recharge-plans.ts';
import { claimRecharge, declineRecharge, noteRechargePayment } from '../writing/recharges.ts';
import { endSession, openByCode, openByKey, revokeAdminToken } from '../writing/sign-ins.ts';
import { makeInvite, makeSignUp, revokeInvite } from '../writing/signups.ts';
import { claimMonth, endMonth, keepStatement } from '../writing/statements.ts';
import { tellExpiringKeys, tellOnce } from '../writing/told.ts';
import { tellPriceChanges } from '../writing/told-prices.ts';
import * as webhooks from '../writing/webhooks.ts';
import * as tokens from './admin-tokens.ts';
import * as audit from './audit.ts';
import { expireCalls, purgeAnswers } from './calls-expire.ts';
import { findAnswer, findCall } from './calls-find.ts';
import { previewOpen } from './calls-preview.ts';
import * as catalog from './catalog.ts';
import { DURABILITY_AHEAD, whyNotDurable } from './durability.ts';
import * as events from './events.ts';
import { readProviderUsage } from './provider-days.ts';
import { resumeProvider } from './provider-resume.ts';
import { foldSteps, purgeUsage } from './retention.ts';
import { runReading } from './run-reading.ts';
import { runWriting } from './run-writing.ts';
import * as secret from './service-secret.ts';
import * as sessions from './sessions.ts';
import { readUsage } from './usage.ts';
import type { VerbContext } from './verb-context.ts';
import { keepVerdict, noteBackup, noteDrill } from './verdict.ts';
import * as walkStates from './walk-states.ts';

/** A commit that really changes a row proves that the server takes commits; its settings say whether it keeps them. */
async function proveCommit({ db }: VerbContext): Promise<void> {
  const why = whyNotDurable(await db.get(DURABILITY_AHEAD));
  if (why !== null) throw new StorageUnavailable(why);
  await db.runOne("UPDATE meta SET value = value + 1 WHERE name = 'proofs'");
}

/** Runs a reading that is told the time of the ledger. */
function atNow<I, T>(reading: (input: I, nowMs: number, dialect: Dialect) => Reading<T>) {
  return (context: VerbContext, input: I): Promise<T> =>
    runReading((given: I, dialect) => reading(given, context.nowMs, dialect))(context, input);
}

export const writeVerbs = {
  'calls.expire': expireCalls,
  'calls.purgeAnswers': purgeAnswers,
  'accounts.create': runWriting(accounts.createAccount),
  'accounts.update': runWriting(accounts.updateAccount),
  'accounts.close': runWriting(accounts.closeAccount),
  'accounts.reopen': runWriting(accounts.reopenAccount),
  'accounts.topUp': runWriting(topUp),
  'accounts.refund': runWriting(refund),
  'accounts.adjust': runWriting(adjust),
  'keys.create': runWriting(keys.createKey),
  'keys.update': runWriting(keys.updateKey),
  'keys.rotate': runWriting(keys.rotateKey),
  'keys.revoke': runWriting(keys.revokeKey),
  'projects.create': runWriting(projects.createProject),
  'projects.update': runWriting(projects.updateProject),
  'complaints.file': runWriting(complaints.fileComplaint),
  'complaints.decide': runWriting(complaints.decideComplaint),
  'payments.order': runWriting(orderTopUp),
  'payments.address': runWriting(addressOrder),
  'payments.endOrder': runWriting(endOrder),
  'payments.credit': runWriting(creditPayment),
  'payments.withdraw': runWriting(withdrawPayment),
  'payments.reinstate': runWriting(reinstatePayment),
  'payments.claimRun': runWriting(claimPaymentRun),
  'paybacks.want': runWriting(wantPayback),
  'paybacks.claim': runWriting(claimPayback),
  'paybacks.end': runWriting(endPayback),
  'statements.claimMonth': runWriting(claimMonth),
  'statements.endMonth': runWriting(endMonth),
  'statements.keep': runWriting(keepStatement),
  'recharges.setPlan': runWriting(setRechargePlan),
  'recharges.claim': runWriting(claimRecharge),
  'recharges.decline': runWriting(declineRecharge),
  'recharges.notePayment': runWriting(noteRechargePayment),
  'grants.give': runWriting(giveGrant),
  'grants.expire': runWriting(expireGrants),
  'catalog.publish': catalog.publishCatalog,
  'usage.purge': purgeUsage,
  'walkStates.put': walkStates.putWalkState,
  'walkStates.purge': walkStates.purgeWalkStates,
  'events.note': events.noteEvent,
  'events.tellOnce': runWriting(tellOnce),
  'events.tellExpiringKeys': runWriting(tellExpiringKeys),
  'events.tellPriceChanges': runWriting(tellPriceChanges),
  'events.purge': events.purgeEvents,
  'events.setLowBalance': events.setLowBalance,
  'webhooks.create': runWriting(webhooks.createWebhook),
  'webhooks.remove': runWriting(webhooks.removeWebhook),
  'webhooks.rotate': runWriting(webhooks.rotateWebhook),
  'webhooks.replay': runWriting(webhooks.replayWebhook),
  'webhooks.test': runWriting(webhooks.testWebhook),
  'webhooks.claim': runWriting(webhooks.claimWebhooks),
  'webhooks.taken': runWriting(webhooks.takenByWebhook),
  'webhooks.failed': runWriting(webhooks.failedAtWebhook),
  'webhooks.release': runWriting(webhooks.releaseWebhook),
  'usage.fold': foldSteps,
  'ledger.keepVerdict': keepVerdict,
  'ledger.noteBackup': noteBackup,
  'ledger.noteDrill': noteDrill,
  'providers.resume': resumeProvider,
  'leases.renew': runWriting(renewLeases),
  'quotas.take': runWriting(takeUnits),
  'quotas.giveBack': runWriting(giveBackUnits),
  'audit.note': audit.noteChange,
  'adminTokens.create': tokens.createAdminToken,
  'adminTokens.revoke': runWriting(revokeAdminToken),
  'sessions.createCode': sessions.createLoginCode,
  'sessions.openByCode': runWriting(openByCode),
  'sessions.openByKey': runWriting(openByKey),
  'sessions.end': runWriting(endSession),
  'sessions.useKey': sessions.useKey,
  'sessions.purge': sessions.purgeSessions,
  'signups.invite': runWriting(makeInvite),
  'signups.revokeInvite': runWriting(revokeInvite),
  'signups.signUp': runWriting(makeSignUp),
  'secret.claim': secret.claimSecret,
  'secret.forget': secret.forgetSecret,
  ready: proveCommit,
};

export const readVerbs = {
  'calls.find': findCall,
  'calls.findAnswer': findAnswer,
  'calls.preview': previewOpen,
  'calls.list': runReading(listCalls),
  'calls.totals': runReading(readCallTotals),
  'calls.detail': runReading(readCallDetail),
  'calls.holds': runReading(listHolds),
  'accounts.find': runReading(accounts.findAccount),
  'accounts.list': runReading(accounts.listAccounts),
  'accounts.entries': runReading(listEntries),
  'keys.find': runReading(keys.findKey),
  'keys.list': runReading(keys.listKeys),
  'projects.find': runReading(projects.findProject),
  'projects.list': runReading(projects.listProjects),
  'caps.ofKey': atNow(projects.readKeyCaps),
  'caps.ofKeys': atNow(projects.readCapsOfKeys),
  'caps.ofProject': atNow(projects.readProjectCaps),
  'complaints.evidence': runReading(complaints.readEvidence),
  'complaints.find': runReading(complaints.findComplaint),
  'complaints.list': runReading(complaints.listComplaints),
  'complaints.claims': runReading(readClaims),
  'payments.findOrder': runReading(findOrder),
  'payments.orders': runReading(listOrders),
  'payments.credited': runReading(readCredited),
  'payments.disputed': runReading(readDisputed),
  'payments.disputes': runReading(listDisputes),
  'statements.due': runReading(findDueAccounts),
  'statements.entries': runReading(readStatedEntries),
  'statements.find': runReading(findStatement),
  'statements.list': runReading(listStatements),
  'paybacks.find': runReading(findPayback),
  'paybacks.list': runReading(listPaybacks),
  'paybacks.ofPayments': runReading(readPaybacksOf),
  'recharges.standing': runReading(readRechargeStanding),
  'recharges.list': runReading(listRecharges),
  'grants.list': runReading(listGrants),
  'grants.paidFor': runReading(readPaidFor),
  'catalog.all': catalog.allCatalogs,
  'usage.read': readUsage,
  'usage.providers': readProviderUsage,
  'walkStates.read': walkStates.readWalkState,
  'events.list': events.listEvents,
  'events.heads': events.readHeads,
  'webhooks.find': runReading(webhooks.findWebhook),
  'webhooks.list': runReading(webhooks.listWebhooks),
  'webhooks.due': atNow(webhooks.dueWebhooks),
  lookUp: runReading(lookUp),
  'usage.slice': runReading(readSlice),
  'usage.tiers': runReading(readTierCounts),
  'usage.overview': runReading(readOverview),
  'usage.providerSteps': runReading(readProviderSteps),
  'usage.runway': runReading(readRunway),
  'ledger.verdict': runReading(readVerdict),
  'ledger.archiveHeads': runReading(readArchiveHeads),
  'ledger.archiveRows': runReading(readArchiveRows),
  'ledger.watch': runReading(readLedgerWatch),
  'quotas.used': atNow(readUsed),
  'audit.list': audit.listAudit,
  'adminTokens.findByHash': tokens.findAdminTokenByHash,
  'adminTokens.list': tokens.listAdminTokens,
  'sessions.findByCookie': sessions.findByCookie,
  'sessions.list': sessions.listSessions,
  'signups.invites': runReading(listInvites),
  'secret.find': secret.findSecret,
  revision: audit.readRevision,
};

export type WriteVerbName = keyof typeof writeVerbs;
export type ReadVerbName = keyof typeof readVerbs;
