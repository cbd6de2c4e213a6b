// All admin and account verbs, in the sequence of the reference.

import type { CsvForm } from '../verb/csv.ts';
import type { AccountCaller, AccountDeps, AdminCaller, AdminDeps } from '../verb/deps.ts';
import type { AnyVerb } from '../verb/verb.ts';
import { balance, entries, runway } from './accounts/account.account.ts';
import {
  accountAdjust,
  accountClose,
  accountCreate,
  accountEntries,
  accountList,
  accountRead,
  accountRefund,
  accountReopen,
  accountTopup,
  accountUpdate,
} from './accounts/account.admin.ts';
import { entriesForm } from './accounts/account-views.ts';
import { auditList } from './audit/audit.admin.ts';
import { request, requestPictures, requestRecords, requests } from './calls/call.account.ts';
import { accountRequest, callList, callRead, holdList, idLookUp } from './calls/call.admin.ts';
import { callsCsv } from './calls/call-views.ts';
import {
  catalogPreview,
  catalogPublish,
  catalogRead,
  catalogRevenue,
  catalogVersion,
  catalogVersions,
} from './catalog/catalog.admin.ts';
import { priceChanges } from './catalog/price.account.ts';
import { priceQuote } from './catalog/quote.account.ts';
import {
  collectionCancel,
  collectionCreate,
  collectionItems,
  collectionList,
  collectionRead,
  collectionRemove,
  collectionUpdate,
  exportLinkCreate,
} from './collections/collection.account.ts';
import {
  adminCollectionList,
  adminCollectionRead,
  adminCollectionStop,
} from './collections/collection.admin.ts';
import { complaintFile, complaintRead } from './complaints/complaint.account.ts';
import {
  complaintCase,
  complaintDecide,
  complaintList,
  complaintShow,
} from './complaints/complaint.admin.ts';
import { dutyList } from './duties/duty.admin.ts';
import { accountEvents } from './events/event.account.ts';
import { eventList } from './events/event.admin.ts';
import { collectionPictures, ownWatchPictures } from './gathering/item-pictures.account.ts';
import { ownGrantList } from './grants/grant.account.ts';
import { grantGive, grantList } from './grants/grant.admin.ts';
import {
  ownKey,
  ownKeyCreate,
  ownKeyList,
  ownKeyRename,
  ownKeyRevoke,
  ownKeyRotate,
} from './keys/key.account.ts';
import { keyCreate, keyList, keyRead, keyRevoke, keyRotate, keyUpdate } from './keys/key.admin.ts';
import { ledgerVerify } from './ledger/ledger.admin.ts';
import {
  rechargeEnd,
  rechargeRead,
  rechargeSet,
  topupCreate,
  topupList,
  topupRead,
} from './payments/payment.account.ts';
import {
  accountPayback,
  disputeList,
  paybackList,
  paymentsVerify,
  rechargeList,
  topupOrderList,
} from './payments/payment.admin.ts';
import { accountRechargeEnd, accountRechargeRead, accountRechargeSet } from './payments/recharge.admin.ts';
import { projectCreate, projectList, projectRead, projectUpdate } from './projects/project.admin.ts';
import { platforms } from './providers/platform.account.ts';
import {
  providerCheck,
  providerFault,
  providerHistory,
  providerList,
  providerResume,
} from './providers/provider.admin.ts';
import { suggestions } from './providers/suggestion.account.ts';
import { receiptsCsv } from './receipts/receipt-views.ts';
import { overview, settingsRead, status } from './service/service.admin.ts';
import { portalClose, portalRead, portalUpdate } from './sessions/session.account.ts';
import {
  loginCodeCreate,
  portalLinkCreate,
  sessionClose,
  sessionList,
  sessionRead,
  sessionRevoke,
} from './sessions/session.admin.ts';
import { inviteCreate, inviteList, inviteRevoke } from './signups/invite.admin.ts';
import { ownStatementList, ownStatementRead } from './statements/statement.account.ts';
import { statementList, statementRead } from './statements/statement.admin.ts';
import { statementCsv } from './statements/statement-views.ts';
import { tokenCreate, tokenList, tokenRevoke } from './tokens/token.admin.ts';
import { usage, usageBy } from './usage/usage.account.ts';
import { slicesCsv, usageProviders, usageRead, usageSlice } from './usage/usage.admin.ts';
import {
  ownWatchCreate,
  ownWatchFeed,
  ownWatchFeedRemove,
  ownWatchItems,
  ownWatchList,
  ownWatchRead,
  ownWatchRemove,
  ownWatchRun,
  ownWatchRuns,
  ownWatchUpdate,
} from './watches/watch.account.ts';
import { watchEnd, watchList, watchPause, watchRead, watchResume } from './watches/watch.admin.ts';
import {
  ownWebhookCreate,
  ownWebhookList,
  ownWebhookRemove,
  ownWebhookReplay,
  ownWebhookRotate,
  ownWebhookTest,
} from './webhooks/webhook.account.ts';
import {
  webhookCreate,
  webhookList,
  webhookRemove,
  webhookReplay,
  webhookRotate,
  webhookTest,
} from './webhooks/webhook.admin.ts';

export const adminVerbs: AnyVerb<AdminDeps, AdminCaller>[] = [
  accountList,
  accountCreate,
  accountRead,
  accountUpdate,
  accountClose,
  accountReopen,
  accountTopup,
  accountRefund,
  accountAdjust,
  accountEntries,
  grantList,
  grantGive,
  statementList,
  statementRead,
  accountRequest,
  callList,
  callRead,
  holdList,
  idLookUp,
  keyList,
  keyCreate,
  keyRead,
  keyUpdate,
  keyRotate,
  keyRevoke,
  projectList,
  projectCreate,
  projectRead,
  projectUpdate,
  complaintList,
  complaintShow,
  complaintCase,
  complaintDecide,
  eventList,
  webhookList,
  webhookCreate,
  webhookRemove,
  webhookTest,
  webhookReplay,
  webhookRotate,
  watchList,
  watchRead,
  watchPause,
  watchResume,
  watchEnd,
  adminCollectionList,
  adminCollectionRead,
  adminCollectionStop,
  catalogRead,
  catalogVersions,
  catalogVersion,
  catalogPublish,
  catalogPreview,
  catalogRevenue,
  usageRead,
  usageProviders,
  usageSlice,
  providerList,
  providerResume,
  providerFault,
  providerHistory,
  providerCheck,
  auditList,
  dutyList,
  ledgerVerify,
  topupOrderList,
  disputeList,
  accountPayback,
  paybackList,
  rechargeList,
  accountRechargeRead,
  accountRechargeSet,
  accountRechargeEnd,
  paymentsVerify,
  inviteList,
  inviteCreate,
  inviteRevoke,
  tokenList,
  tokenCreate,
  tokenRevoke,
  loginCodeCreate,
  portalLinkCreate,
  sessionRead,
  sessionClose,
  sessionList,
  sessionRevoke,
  overview,
  status,
  settingsRead,
];

export const accountVerbs: AnyVerb<AccountDeps, AccountCaller>[] = [
  balance,
  ownKey,
  ownKeyList,
  ownKeyCreate,
  ownKeyRename,
  ownKeyRotate,
  ownKeyRevoke,
  portalRead,
  portalUpdate,
  portalClose,
  usage,
  usageBy,
  runway,
  priceChanges,
  entries,
  ownGrantList,
  ownStatementList,
  ownStatementRead,
  accountEvents,
  ownWebhookList,
  ownWebhookCreate,
  ownWebhookRemove,
  ownWebhookTest,
  ownWebhookReplay,
  ownWebhookRotate,
  ownWatchList,
  ownWatchCreate,
  ownWatchRead,
  ownWatchUpdate,
  ownWatchRemove,
  ownWatchRun,
  ownWatchRuns,
  ownWatchItems,
  ownWatchPictures,
  ownWatchFeed,
  ownWatchFeedRemove,
  requests,
  request,
  requestRecords,
  requestPictures,
  complaintFile,
  complaintRead,
  collectionCreate,
  collectionList,
  collectionRead,
  collectionUpdate,
  collectionRemove,
  collectionCancel,
  collectionItems,
  collectionPictures,
  exportLinkCreate,
  topupCreate,
  topupRead,
  topupList,
  rechargeRead,
  rechargeSet,
  rechargeEnd,
  priceQuote,
  platforms,
  suggestions,
];

/** Admin verbs that can also answer with CSV. */
export const adminCsv: Record<string, CsvForm> = {
  [statementRead.name]: statementCsv,
  [callList.name]: callsCsv,
  [usageSlice.name]: slicesCsv,
};

/** Account verbs that can also answer with CSV. */
export const accountCsv: Record<string, CsvForm> = {
  [entries.name]: entriesForm,
  [requests.name]: receiptsCsv,
};
