// Owns the list of admin verbs, in the order in which the reference shows them.
import type { AnyVerb } from '../domain/verb.ts';
import { accountAdjust } from './account-adjust.ts';
import { accountClose, accountReopen } from './account-close.ts';
import { accountCreate } from './account-create.ts';
import { accountEntries } from './account-entries.ts';
import { accountList } from './account-list.ts';
import { accountPayback } from './account-payback.ts';
import { accountRead } from './account-read.ts';
import { accountRechargeEnd, accountRechargeRead, accountRechargeSet } from './account-recharge.ts';
import { accountRefund } from './account-refund.ts';
import { accountRequest } from './account-request.ts';
import { accountTopup } from './account-topup.ts';
import { accountUpdate } from './account-update.ts';
import { auditList } from './audit-list.ts';
import { callList } from './call-list.ts';
import { callRead } from './call-read.ts';
import { catalogPreview } from './catalog-preview.ts';
import { catalogPublish } from './catalog-publish.ts';
import { catalogRead } from './catalog-read.ts';
import { catalogRevenue } from './catalog-revenue.ts';
import { catalogVersion } from './catalog-version.ts';
import { catalogVersions } from './catalog-versions.ts';
import { complaintCase } from './complaint-case.ts';
import { complaintDecide } from './complaint-decide.ts';
import { complaintList } from './complaint-list.ts';
import { complaintShow } from './complaint-show.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';
import { eventList } from './event-list.ts';
import { grantGive, grantList } from './grants.ts';
import { holdList } from './hold-list.ts';
import { inviteCreate } from './invite-create.ts';
import { inviteList } from './invite-list.ts';
import { inviteRevoke } from './invite-revoke.ts';
import { keyCreate } from './key-create.ts';
import { keyList } from './key-list.ts';
import { keyRead } from './key-read.ts';
import { keyRevoke } from './key-revoke.ts';
import { keyRotate } from './key-rotate.ts';
import { keyUpdate } from './key-update.ts';
import { ledgerVerify } from './ledger-verify.ts';
import { loginCodeCreate } from './login-code-create.ts';
import { idLookUp } from './look-up.ts';
import { overview } from './overview.ts';
import { paybackList } from './payback-view.ts';
import { disputeList, rechargeList, topupOrderList } from './payment-lists.ts';
import { paymentsVerify } from './payments-verify.ts';
import { portalLinkCreate } from './portal-link-create.ts';
import { projectCreate } from './project-create.ts';
import { projectList } from './project-list.ts';
import { projectRead } from './project-read.ts';
import { projectUpdate } from './project-update.ts';
import { providerCheck } from './provider-check.ts';
import { providerHistory } from './provider-history.ts';
import { providerList } from './provider-list.ts';
import { providerResume } from './provider-resume.ts';
import { sessionClose } from './session-close.ts';
import { sessionList } from './session-list.ts';
import { sessionRead } from './session-read.ts';
import { sessionRevoke } from './session-revoke.ts';
import { settingsRead } from './settings-read.ts';
import { statementList, statementRead } from './statements.ts';
import { status } from './status.ts';
import { tokenCreate } from './token-create.ts';
import { tokenList } from './token-list.ts';
import { tokenRevoke } from './token-revoke.ts';
import { usageProviders } from './usage-providers.ts';
import { usageRead } from './usage-read.ts';
import { usageSlice } from './usage-slice.ts';
import {
  webhookCreate,
  webhookList,
  webhookRemove,
  webhookReplay,
  webhookRotate,
  webhookTest,
} from './webhooks.ts';

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
  providerHistory,
  providerCheck,
  auditList,
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
