// The storage port: every verb, once, for both databases. A verb is one transaction; its result says what happened. A verb that could not
// be committed rejects with StorageUnavailable. Nothing has changed then, unless the error says `inDoubt`. To add a verb, write its
// function in the file of its noun and name it here.

import type * as calls from './ledger/call-verb-types.ts';
import * as accounts from './nouns/accounts.ts';
import * as tokens from './nouns/admin-tokens.ts';
import { type CatchUp, type CaughtUp, readArchiveHeads, readArchiveRows } from './nouns/archive.ts';
import { findNames, listAudit, noteChange, readRevision } from './nouns/audit.ts';
import { listCalls } from './nouns/call-list.ts';
import { readCallTotals } from './nouns/call-totals.ts';
import { findAnswer, findCall, purgeAnswers } from './nouns/calls.ts';
import { allCatalogs, publishCatalog } from './nouns/catalog.ts';
import { catchUpGathered, findLeftUndone } from './nouns/catch-up-gathered.ts';
import * as collecting from './nouns/collection-work.ts';
import * as collections from './nouns/collections.ts';
import { sumComplaints } from './nouns/complaint-sums.ts';
import * as complaints from './nouns/complaints.ts';
import { listDisputes, readDisputed, reinstatePayment, withdrawPayment } from './nouns/disputes.ts';
import * as duties from './nouns/duties.ts';
import * as entries from './nouns/entries.ts';
import * as events from './nouns/events.ts';
import { findSeen, readFound, readFoundIndex } from './nouns/found.ts';
import type { SettleGathered } from './nouns/gathered.ts';
import { expireGrants, giveGrant, listGrants, readPaidFor } from './nouns/grants.ts';
import * as keys from './nouns/keys.ts';
import { renewLeases } from './nouns/leases.ts';
import { readLedgerWatch } from './nouns/ledger-watch.ts';
import { listHolds, readCallDetail } from './nouns/listed-call.ts';
import { lookUp } from './nouns/look-up.ts';
import { readOutcomes } from './nouns/outcomes.ts';
import { readOverview, readProviderSteps, readRunway } from './nouns/overview.ts';
import * as paid from './nouns/paid-before.ts';
import { endPayback, findPayback, listPaybacks, readPaybacksOf, wantPayback } from './nouns/paybacks.ts';
import {
  addressOrder,
  claimPaymentRun,
  creditPayment,
  endOrder,
  findOrder,
  listOrders,
  orderTopUp,
  readCredited,
} from './nouns/payments.ts';
import { notePriceChanges } from './nouns/price-events.ts';
import * as projects from './nouns/projects.ts';
import * as providers from './nouns/providers.ts';
import { purgeQuestions } from './nouns/questions.ts';
import { giveBackUnits, readUsed, takeUnits } from './nouns/quotas.ts';
import {
  beginRecharge,
  declineRecharge,
  listRecharges,
  noteRechargePayment,
  readRechargeStanding,
  setRechargeRule,
  wantRecharges,
} from './nouns/recharges.ts';
import * as secret from './nouns/service-secret.ts';
import * as sessions from './nouns/sessions.ts';
import { listInvites, makeInvite, makeSignUp, revokeInvite } from './nouns/signups.ts';
import {
  endMonth,
  findDueAccounts,
  findStatement,
  keepStatement,
  listStatements,
  readClosedMonth,
  readStatedEntries,
} from './nouns/statements.ts';
import { readTierCounts, readUsage } from './nouns/usage.ts';
import { readSlice } from './nouns/usage-slice.ts';
import { acceptLoss, keepVerdict, noteArchive, noteBackup, noteDrill, readVerdict } from './nouns/verdict.ts';
import { purgeWalkStates, putWalkState, readWalkState } from './nouns/walk-states.ts';
import { failRun, purgeWatches } from './nouns/watch-runs.ts';
import * as watches from './nouns/watches.ts';
import * as webhooks from './nouns/webhooks.ts';
import { type FunctionOf, longRead, native, read, readNow, type TableVerb, write } from './port.ts';
import type { LedgerReport, NextCheckpoint, OnVerified, VerifyInput } from './verifying/ledger-report.ts';

export const verbs = {
  /** Claims the request id, holds the most that the call can cost and counts it in the rate windows, in one commit. */
  'calls.open': native<(input: calls.OpenCall) => Promise<calls.OpenResult>>('write'),
  /**
   * Opens and settles a call in one commit, under the same rules as `open`. The whole price must be available, even if less is charged.
   */
  'calls.openSettled': native<(input: calls.OpenSettledCall) => Promise<calls.OpenSettledResult>>('write'),
  /** Ends a hold: charge, outcome and the answer for replays, in one commit. */
  'calls.settle': native<(input: calls.SettleCall) => Promise<calls.SettleResult>>('write'),
  /** Ends a hold without a charge. */
  'calls.release': native<(input: calls.ReleaseCall) => Promise<{ kind: 'released' | 'lost' }>>('write'),
  /** Ends holds that were neither settled nor released: those older than `holdTtlMs`, and those of processes that are gone. */
  'calls.expire': native<(input: { holdTtlMs: number }) => Promise<{ expired: number }>>('write'),
  /** Settles a page of a collection or a run of a watch as `calls.settle` does, and moves its owner on in the same commit. */
  'gathered.settle': native<(input: SettleGathered) => Promise<calls.SettleResult>>('write'),
  'calls.purgeAnswers': write(purgeAnswers),
  'calls.purgeQuestions': write(purgeQuestions),
  'calls.find': read(findCall),
  'calls.findAnswer': read(findAnswer),
  /** What `open` would do, by the same rules. Nothing is claimed, held or counted. */
  'calls.preview': native<(input: Omit<calls.OpenCall, 'twins'>) => Promise<calls.CallPreview>>('readNow'),
  'calls.list': read(listCalls),
  'calls.totals': read(readCallTotals),
  'calls.detail': read(readCallDetail),
  'calls.holds': read(listHolds),

  'accounts.create': write(accounts.createAccount),
  'accounts.update': write(accounts.updateAccount),
  'accounts.close': write(accounts.closeAccount),
  'accounts.reopen': write(accounts.reopenAccount),
  'accounts.topUp': write(entries.topUp),
  'accounts.refund': write(entries.refund),
  'accounts.adjust': write(entries.adjust),
  'accounts.find': read(accounts.findAccount),
  'accounts.list': read(accounts.listAccounts),
  'accounts.entries': read(entries.listEntries),

  'keys.create': write(keys.createKey),
  'keys.update': write(keys.updateKey),
  'keys.rotate': write(keys.rotateKey),
  'keys.revoke': write(keys.revokeKey),
  /**
   * The key with this secret and the account that pays; null for an unknown secret. The caller of this verb decides whether the key may
   * be used.
   */
  'keys.findByHash': native<(input: { hash: string }) => Promise<keys.KeyHolder | null>>('read'),
  'keys.find': read(keys.findKey),
  'keys.list': read(keys.listKeys),

  'projects.create': write(projects.createProject),
  'projects.update': write(projects.updateProject),
  'projects.find': read(projects.findProject),
  'projects.list': read(projects.listProjects),

  'caps.ofKey': readNow(projects.readKeyCaps),
  'caps.ofKeys': readNow(projects.readCapsOfKeys),
  'caps.ofProject': readNow(projects.readProjectCaps),

  'complaints.file': write(complaints.fileComplaint),
  'complaints.decide': write(complaints.decideComplaint),
  'complaints.evidence': read(complaints.readEvidence),
  'complaints.find': read(complaints.findComplaint),
  'complaints.list': read(complaints.listComplaints),
  'complaints.sums': read(sumComplaints),

  'payments.order': write(orderTopUp),
  'payments.address': write(addressOrder),
  'payments.endOrder': write(endOrder),
  'payments.credit': write(creditPayment),
  'payments.withdraw': write(withdrawPayment),
  'payments.reinstate': write(reinstatePayment),
  'payments.claimRun': write(claimPaymentRun),
  'payments.findOrder': read(findOrder),
  'payments.orders': read(listOrders),
  'payments.credited': read(readCredited),
  'payments.disputed': read(readDisputed),
  'payments.disputes': read(listDisputes),

  'paybacks.want': write(wantPayback),
  'paybacks.end': write(endPayback),
  'paybacks.find': read(findPayback),
  'paybacks.list': read(listPaybacks),
  'paybacks.ofPayments': read(readPaybacksOf),

  'recharges.setRule': write(setRechargeRule),
  'recharges.want': write(wantRecharges),
  'recharges.begin': write(beginRecharge),
  'recharges.decline': write(declineRecharge),
  'recharges.notePayment': write(noteRechargePayment),
  'recharges.standing': read(readRechargeStanding),
  'recharges.list': read(listRecharges),

  'statements.endMonth': write(endMonth),
  'statements.keep': write(keepStatement),
  'statements.closedMonth': readNow(readClosedMonth),
  'statements.due': read(findDueAccounts),
  'statements.entries': read(readStatedEntries),
  'statements.find': read(findStatement),
  'statements.list': read(listStatements),

  'signups.invite': write(makeInvite),
  'signups.revokeInvite': write(revokeInvite),
  'signups.signUp': write(makeSignUp),
  'signups.invites': read(listInvites),

  'grants.give': write(giveGrant),
  'grants.expire': write(expireGrants),
  'grants.list': read(listGrants),
  'grants.paidFor': read(readPaidFor),

  'catalog.publish': write(publishCatalog),
  'catalog.all': read(allCatalogs),

  /**
   * Deletes usage older than this many whole months before the current one, a bounded number of rows at a time. Returns 0 when nothing is
   * left to delete. Charges stay in the ledger for ever, and the sums of a key are carried forward.
   */
  'usage.purge': native<(input: { keepMonths: number }) => Promise<{ purged: number }>>('write'),
  /** Adds five-minute steps that are older than a week to their day, a bounded number at a time. Returns 0 when none is left. */
  'usage.fold': native<() => Promise<{ folded: number }>>('write'),
  'usage.read': read(readUsage),
  'usage.providers': read(providers.readProviderUsage),
  'usage.providersOf': longRead(providers.readProviderUsageOf, 'withoutTimeLimit'),
  'usage.slice': longRead(readSlice),
  'usage.tiers': read(readTierCounts),
  'usage.overview': read(readOverview),
  'usage.outcomes': longRead(readOutcomes),
  'usage.providerSteps': read(readProviderSteps),
  'usage.runway': read(readRunway),

  'walkStates.put': write(putWalkState),
  'walkStates.purge': write(purgeWalkStates),
  'walkStates.read': readNow(readWalkState),

  'events.note': write(events.noteEvent),
  'events.noteOnce': write(events.noteOnce),
  'events.noteExpiringKeys': write(events.noteExpiringKeys),
  'events.notePriceChanges': write(notePriceChanges),
  'events.purge': write(events.purgeEvents),
  'events.setLowBalance': write(events.setLowBalance),
  'events.list': read(events.listEvents),
  'events.heads': read(events.readEventHeads),

  'webhooks.create': write(webhooks.createWebhook),
  'webhooks.remove': write(webhooks.removeWebhook),
  'webhooks.rotate': write(webhooks.rotateWebhook),
  'webhooks.replay': write(webhooks.replayWebhook),
  'webhooks.test': write(webhooks.testWebhook),
  'webhooks.taken': write(webhooks.takenByWebhook),
  'webhooks.failed': write(webhooks.failedAtWebhook),
  'webhooks.find': read(webhooks.findWebhook),
  'webhooks.list': read(webhooks.listWebhooks),
  'webhooks.toSend': readNow(webhooks.readWebhookToSend),

  'collections.create': write(collections.createCollection),
  'collections.beginPage': write(collecting.beginPage),
  'collections.nextPage': write(collecting.nextPage),
  'collections.wait': write(collecting.waitCollection),
  'collections.end': write(collecting.endCollection),
  'collections.skip': write(collecting.skipQuestion),
  'collections.yield': write(collecting.yieldCollection),
  'collections.update': write(collections.updateCollection),
  'collections.cancel': write(collections.cancelCollection),
  'collections.remove': write(collections.removeCollection),
  'collections.purge': write(collections.purgeCollections),
  'collections.find': read(collections.findCollection),
  'collections.made': read(collections.findMade),
  'collections.questions': read(collections.readQuestions),
  'collections.list': read(collections.listCollections),

  'watches.create': write(watches.createWatch),
  'watches.update': write(watches.updateWatch),
  'watches.remove': write(paid.removeRefunded),
  'watches.setFeed': write(watches.setFeed),
  'watches.requestRun': write(watches.requestRun),
  'watches.beginRun': write(watches.beginRun),
  'watches.failRun': write(failRun),
  'watches.pauseRun': write(watches.pauseRun),
  'watches.resumeDue': write(watches.resumeDue),
  'watches.purge': write(purgeWatches),
  'watches.find': read(watches.findWatch),
  'watches.findByFeed': read(watches.findWatchByFeed),
  'watches.list': read(watches.listWatches),
  'watches.runs': read(watches.listRuns),
  'watches.lastRuns': read(watches.readLastRuns),

  'gathered.leftUndone': read(findLeftUndone),
  'gathered.catchUp': write(catchUpGathered),
  /** A page or run was charged, and its owner stands before it. */
  'gathered.noteFound': write(paid.noteFound),
  'gathered.redo': write(paid.redoPaid),
  'gathered.paid': read(paid.findPaid),

  'found.read': read(readFound),
  'found.index': read(readFoundIndex),
  'found.seen': read(findSeen),

  'duties.claim': write(duties.claimDuties),
  'duties.renew': write(duties.renewDuties),
  'duties.postpone': write(duties.postponeDuty),
  'duties.release': write(duties.releaseDuty),
  'duties.dueKinds': readNow(duties.dueKinds),
  'duties.figures': readNow(duties.readDutyFigures),
  'duties.list': readNow(duties.listDuties),

  'providers.resume': write(providers.resumeProvider),

  'quotas.take': write(takeUnits),
  'quotas.giveBack': write(giveBackUnits),
  'quotas.used': readNow(readUsed),

  'leases.renew': write(renewLeases),

  'audit.note': write(noteChange),
  'audit.list': read(listAudit),
  'audit.names': read(findNames),

  'adminTokens.create': write(tokens.createAdminToken),
  'adminTokens.revoke': write(tokens.revokeAdminToken),
  'adminTokens.findByHash': read(tokens.findAdminTokenByHash),
  'adminTokens.list': read(tokens.listAdminTokens),

  'sessions.createCode': write(sessions.createLoginCode),
  'sessions.openByCode': write(sessions.openByCode),
  'sessions.openByKey': write(sessions.openByKey),
  'sessions.end': write(sessions.endSession),
  'sessions.useKey': write(sessions.useKey),
  'sessions.purge': write(sessions.purgeSessions),
  'sessions.findByCookie': read(sessions.findByCookie),
  'sessions.list': read(sessions.listSessions),

  'ledger.keepVerdict': write(keepVerdict),
  'ledger.noteBackup': write(noteBackup),
  'ledger.noteDrill': write(noteDrill),
  'ledger.noteArchive': write(noteArchive),
  /** Nodes that refuse the ledger because it lacks calls serve it again. */
  'ledger.acceptLoss': write(acceptLoss),
  /** Appends entries of an archive that a restored ledger lacks. Idempotent. */
  'ledger.catchUp': native<(input: CatchUp) => Promise<CaughtUp>>('write'),
  /**
   * Stores the checkpoint from which the next check continues. `kept` is false when another check stored one meanwhile; then nothing has
   * changed.
   */
  'ledger.keepCheckpoint': native<(input: NextCheckpoint) => Promise<{ kept: boolean }>>('write'),
  'ledger.verdict': read(readVerdict),
  'ledger.archiveHeads': read(readArchiveHeads),
  'ledger.archiveRows': read(readArchiveRows),
  'ledger.watch': read(readLedgerWatch),
  /** Checks the ledger and changes nothing. Without an input it checks everything. */
  'ledger.verify': native<(input?: VerifyInput, onVerified?: OnVerified) => Promise<LedgerReport>>('read'),

  'secret.claim': write(secret.claimSecret),
  'secret.forget': write(secret.forgetSecret),
  'secret.find': read(secret.findSecret),

  lookUp: read(lookUp),

  revision: read(readRevision),

  /** Resolves when a commit works and there is disk space for calls; rejects with StorageUnavailable otherwise. */
  ready: native<() => Promise<void>>('write'),
} satisfies Record<string, TableVerb>;

export type VerbName = keyof typeof verbs;
type FunctionsByName = { [N in VerbName]: FunctionOf<(typeof verbs)[N]> };
type NativeName = { [N in VerbName]: (typeof verbs)[N]['kind'] extends 'native' ? N : never }[VerbName];

/** What a backend must implement. It does not compile when a verb is missing, has another name or another type. */
export type NativeVerbs = Pick<FunctionsByName, NativeName>;

/** The same as functions that get a context of the backend. `Own` lists the verbs that a backend binds to the port in another way. */
export type NativesIn<Context, Own extends NativeName, IsAsync extends boolean> = {
  [N in Exclude<NativeName, Own>]: (
    context: Context,
    input: Parameters<NativeVerbs[N]>[0],
  ) => IsAsync extends true ? ReturnType<NativeVerbs[N]> : Awaited<ReturnType<NativeVerbs[N]>>;
};
