// Owns the list of verbs about the caller's own account, what it would pay included. Every one of them needs a key.
import type { AnyVerb } from '../domain/verb.ts';
import { balance } from './balance.ts';
import { complaintFile, complaintRead } from './complaint.ts';
import type { AccountCaller, AccountDeps } from './deps.ts';
import { entries } from './entries.ts';
import { accountEvents } from './events.ts';
import { ownGrantList } from './grants.ts';
import { ownKey } from './own-key.ts';
import { ownKeyCreate, ownKeyList, ownKeyRename, ownKeyRevoke, ownKeyRotate } from './own-keys.ts';
import { platforms } from './platforms.ts';
import { portalClose, portalRead, portalUpdate } from './portal-session.ts';
import { priceChanges } from './price-changes.ts';
import { priceQuote } from './quote.ts';
import { rechargeEnd, rechargeRead, rechargeSet } from './recharge.ts';
import { request } from './request.ts';
import { requestPictures } from './request-pictures.ts';
import { requestRecords } from './request-records.ts';
import { requests } from './requests.ts';
import { runway } from './runway.ts';
import { ownStatementList, ownStatementRead } from './statements.ts';
import { topupCreate, topupList, topupRead } from './topups.ts';
import { usage } from './usage.ts';
import { usageBy } from './usage-by.ts';
import {
  ownWebhookCreate,
  ownWebhookList,
  ownWebhookRemove,
  ownWebhookReplay,
  ownWebhookRotate,
  ownWebhookTest,
} from './webhooks.ts';

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
  requests,
  request,
  requestRecords,
  requestPictures,
  complaintFile,
  complaintRead,
  topupCreate,
  topupRead,
  topupList,
  rechargeRead,
  rechargeSet,
  rechargeEnd,
  priceQuote,
  platforms,
];
