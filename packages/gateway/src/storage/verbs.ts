// The storage port: every verb, once, for both databases. A verb is one transaction; it never leaves one open, and its result says what
// happened. Every verb rejects with StorageUnavailable when it could not be committed. With that error nothing has changed, unless it
// says that it is in doubt. To add a verb, write its function in the file of its noun and name it here.

import type { AccountVerbs } from './account-verbs.ts';
import type { ComplaintVerbs } from './complaint-verbs.ts';
import type {
  AuditVerbs,
  CatalogVerbs,
  LedgerVerbs,
  ProviderVerbs,
  SecretVerbs,
  UsageVerbs,
  WalkStateVerbs,
} from './control-verbs.ts';
import type { EventVerbs } from './event-verbs.ts';
import type { CapVerbs, KeyVerbs, ProjectVerbs } from './key-verbs.ts';
import type { CallVerbs } from './ledger/paid-call-verbs.ts';
import { type CatchUp, type CaughtUp, readArchiveHeads, readArchiveRows } from './nouns/archive.ts';
import { listCalls } from './nouns/call-list.ts';
import { readCallTotals } from './nouns/call-totals.ts';
import { listDisputes, readDisputed, reinstatePayment, withdrawPayment } from './nouns/disputes.ts';
import { expireGrants, giveGrant, listGrants, readPaidFor } from './nouns/grants.ts';
import { renewLeases } from './nouns/leases.ts';
import { readLedgerWatch } from './nouns/ledger-watch.ts';
import { listHolds, readCallDetail } from './nouns/listed-call.ts';
import { lookUp } from './nouns/look-up.ts';
import { readOverview, readProviderSteps, readRunway } from './nouns/overview.ts';
import {
  claimPayback,
  endPayback,
  findPayback,
  listPaybacks,
  readPaybacksOf,
  wantPayback,
} from './nouns/paybacks.ts';
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
import { giveBackUnits, readUsed, takeUnits } from './nouns/quotas.ts';
import {
  claimRecharge,
  declineRecharge,
  listRecharges,
  noteRechargePayment,
  readRechargeStanding,
  setRechargePlan,
} from './nouns/recharges.ts';
import { listInvites, makeInvite, makeSignUp, revokeInvite } from './nouns/signups.ts';
import {
  claimMonth,
  endMonth,
  findDueAccounts,
  findStatement,
  keepStatement,
  listStatements,
  readStatedEntries,
} from './nouns/statements.ts';
import { tellExpiringKeys, tellOnce, tellPriceChanges } from './nouns/told.ts';
import * as webhooks from './nouns/webhooks.ts';
import { type FunctionOf, longRead, native, read, readNow, type TableVerb, write } from './port.ts';
import { readClaims } from './reading/claims.ts';
import { readTierCounts } from './reading/tiers.ts';
import { readSlice } from './reading/usage-slice.ts';
import { readVerdict } from './reading/verdict.ts';
import type { AdminTokenVerbs, SessionVerbs } from './session-verbs.ts';
import { closeAccount, createAccount, reopenAccount, updateAccount } from './writing/account-life.ts';
import { endSession, openByCode, openByKey, revokeAdminToken } from './writing/sign-ins.ts';

export const verbs = {
  'calls.open': native<CallVerbs['open']>('write'),
  'calls.openSettled': native<CallVerbs['openSettled']>('write'),
  'calls.settle': native<CallVerbs['settle']>('write'),
  'calls.release': native<CallVerbs['release']>('write'),
  'calls.expire': native<CallVerbs['expire']>('write'),
  'calls.purgeAnswers': native<CallVerbs['purgeAnswers']>('write'),
  'calls.find': native<CallVerbs['find']>('read'),
  'calls.findAnswer': native<CallVerbs['findAnswer']>('read'),
  'calls.preview': native<CallVerbs['preview']>('readNow'),
  'calls.list': read(listCalls),
  'calls.totals': read(readCallTotals),
  'calls.detail': read(readCallDetail),
  'calls.holds': read(listHolds),

  'accounts.create': write(createAccount),
  'accounts.update': write(updateAccount),
  'accounts.close': write(closeAccount),
  'accounts.reopen': write(reopenAccount),
  'accounts.topUp': native<AccountVerbs['topUp']>('write'),
  'accounts.refund': native<AccountVerbs['refund']>('write'),
  'accounts.adjust': native<AccountVerbs['adjust']>('write'),
  'accounts.find': native<AccountVerbs['find']>('read'),
  'accounts.list': native<AccountVerbs['list']>('read'),
  'accounts.entries': native<AccountVerbs['entries']>('read'),

  'keys.create': native<KeyVerbs['create']>('write'),
  'keys.update': native<KeyVerbs['update']>('write'),
  'keys.rotate': native<KeyVerbs['rotate']>('write'),
  'keys.revoke': native<KeyVerbs['revoke']>('write'),
  'keys.findByHash': native<KeyVerbs['findByHash']>('read'),
  'keys.find': native<KeyVerbs['find']>('read'),
  'keys.list': native<KeyVerbs['list']>('read'),

  'projects.create': native<ProjectVerbs['create']>('write'),
  'projects.update': native<ProjectVerbs['update']>('write'),
  'projects.find': native<ProjectVerbs['find']>('read'),
  'projects.list': native<ProjectVerbs['list']>('read'),

  'caps.ofKey': native<CapVerbs['ofKey']>('readNow'),
  'caps.ofKeys': native<CapVerbs['ofKeys']>('readNow'),
  'caps.ofProject': native<CapVerbs['ofProject']>('readNow'),

  'complaints.file': native<ComplaintVerbs['file']>('write'),
  'complaints.decide': native<ComplaintVerbs['decide']>('write'),
  'complaints.evidence': native<ComplaintVerbs['evidence']>('read'),
  'complaints.find': native<ComplaintVerbs['find']>('read'),
  'complaints.list': native<ComplaintVerbs['list']>('read'),
  'complaints.claims': read(readClaims),

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
  'paybacks.claim': write(claimPayback),
  'paybacks.end': write(endPayback),
  'paybacks.find': read(findPayback),
  'paybacks.list': read(listPaybacks),
  'paybacks.ofPayments': read(readPaybacksOf),

  'recharges.setPlan': write(setRechargePlan),
  'recharges.claim': write(claimRecharge),
  'recharges.decline': write(declineRecharge),
  'recharges.notePayment': write(noteRechargePayment),
  'recharges.standing': read(readRechargeStanding),
  'recharges.list': read(listRecharges),

  'statements.claimMonth': write(claimMonth),
  'statements.endMonth': write(endMonth),
  'statements.keep': write(keepStatement),
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

  'catalog.publish': native<CatalogVerbs['publish']>('write'),
  'catalog.all': native<CatalogVerbs['all']>('read'),

  'usage.purge': native<UsageVerbs['purge']>('write'),
  'usage.fold': native<UsageVerbs['fold']>('write'),
  'usage.read': native<UsageVerbs['read']>('read'),
  'usage.providers': native<UsageVerbs['providers']>('read'),
  'usage.providersOf': native<UsageVerbs['providersOf']>('read'),
  'usage.slice': longRead(readSlice),
  'usage.tiers': read(readTierCounts),
  'usage.overview': read(readOverview),
  'usage.providerSteps': read(readProviderSteps),
  'usage.runway': read(readRunway),

  'walkStates.put': native<WalkStateVerbs['put']>('write'),
  'walkStates.purge': native<WalkStateVerbs['purge']>('write'),
  'walkStates.read': native<WalkStateVerbs['read']>('readNow'),

  'events.note': native<EventVerbs['note']>('write'),
  'events.tellOnce': write(tellOnce),
  'events.tellExpiringKeys': write(tellExpiringKeys),
  'events.tellPriceChanges': write(tellPriceChanges),
  'events.purge': native<EventVerbs['purge']>('write'),
  'events.setLowBalance': native<EventVerbs['setLowBalance']>('write'),
  'events.list': native<EventVerbs['list']>('read'),
  'events.heads': native<EventVerbs['heads']>('read'),

  'webhooks.create': write(webhooks.createWebhook),
  'webhooks.remove': write(webhooks.removeWebhook),
  'webhooks.rotate': write(webhooks.rotateWebhook),
  'webhooks.replay': write(webhooks.replayWebhook),
  'webhooks.test': write(webhooks.testWebhook),
  'webhooks.claim': write(webhooks.claimWebhooks),
  'webhooks.taken': write(webhooks.takenByWebhook),
  'webhooks.failed': write(webhooks.failedAtWebhook),
  'webhooks.release': write(webhooks.releaseWebhook),
  'webhooks.find': read(webhooks.findWebhook),
  'webhooks.list': read(webhooks.listWebhooks),
  'webhooks.due': readNow(webhooks.dueWebhooks),

  'providers.resume': native<ProviderVerbs['resume']>('write'),

  'quotas.take': write(takeUnits),
  'quotas.giveBack': write(giveBackUnits),
  'quotas.used': readNow(readUsed),

  'leases.renew': write(renewLeases),

  'audit.note': native<AuditVerbs['note']>('write'),
  'audit.list': native<AuditVerbs['list']>('read'),

  'adminTokens.create': native<AdminTokenVerbs['create']>('write'),
  'adminTokens.revoke': write(revokeAdminToken),
  'adminTokens.findByHash': native<AdminTokenVerbs['findByHash']>('read'),
  'adminTokens.list': native<AdminTokenVerbs['list']>('read'),

  'sessions.createCode': native<SessionVerbs['createCode']>('write'),
  'sessions.openByCode': write(openByCode),
  'sessions.openByKey': write(openByKey),
  'sessions.end': write(endSession),
  'sessions.useKey': native<SessionVerbs['useKey']>('write'),
  'sessions.purge': native<SessionVerbs['purge']>('write'),
  'sessions.findByCookie': native<SessionVerbs['findByCookie']>('read'),
  'sessions.list': native<SessionVerbs['list']>('read'),

  'ledger.keepVerdict': native<LedgerVerbs['keepVerdict']>('write'),
  'ledger.noteBackup': native<LedgerVerbs['noteBackup']>('write'),
  'ledger.noteDrill': native<LedgerVerbs['noteDrill']>('write'),
  /** Puts entries of an archive behind those that a restored ledger has. Repeating it changes nothing. */
  'ledger.catchUp': native<(input: CatchUp) => Promise<CaughtUp>>('write'),
  'ledger.keepCheckpoint': native<LedgerVerbs['keepCheckpoint']>('write'),
  'ledger.verdict': read(readVerdict),
  'ledger.archiveHeads': read(readArchiveHeads),
  'ledger.archiveRows': read(readArchiveRows),
  'ledger.watch': read(readLedgerWatch),
  'ledger.verify': native<LedgerVerbs['verify']>('read'),

  'secret.claim': native<SecretVerbs['claim']>('write'),
  'secret.forget': native<SecretVerbs['forget']>('write'),
  'secret.find': native<SecretVerbs['find']>('read'),

  lookUp: read(lookUp),

  /** Rises whenever keys, limits of accounts or the catalog change, in any process. */
  revision: native<() => Promise<number>>('read'),

  /** Resolves when a commit works and there is room for calls, rejects with StorageUnavailable otherwise. */
  ready: native<() => Promise<void>>('write'),
} satisfies Record<string, TableVerb>;

export type VerbName = keyof typeof verbs;
type FunctionsByName = { [N in VerbName]: FunctionOf<(typeof verbs)[N]> };
type NativeName = { [N in VerbName]: (typeof verbs)[N]['kind'] extends 'native' ? N : never }[VerbName];

/** What a backend must bring: it does not compile when one is missing, has another name or another type. */
export type NativeVerbs = Pick<FunctionsByName, NativeName>;

/** The same as functions that a backend runs with a context of its own; `Own` are those that it binds to the port in another way. */
export type NativesIn<Context, Own extends NativeName, IsAsync extends boolean> = {
  [N in Exclude<NativeName, Own>]: (
    context: Context,
    input: Parameters<NativeVerbs[N]>[0],
  ) => IsAsync extends true ? ReturnType<NativeVerbs[N]> : Awaited<ReturnType<NativeVerbs[N]>>;
};
