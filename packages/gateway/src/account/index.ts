// Owns the list of verbs about the caller's own account, what it would pay included. Every one of them needs a key.
import type { AnyVerb } from '../domain/verb.ts';
import { balance } from './balance.ts';
import { complaintFile, complaintRead } from './complaint.ts';
import type { AccountCaller, AccountDeps } from './deps.ts';
import { entries } from './entries.ts';
import { ownKey } from './own-key.ts';
import { platforms } from './platforms.ts';
import { priceQuote } from './quote.ts';
import { request } from './request.ts';
import { requestRecords } from './request-records.ts';
import { usage } from './usage.ts';

export const accountVerbs: AnyVerb<AccountDeps, AccountCaller>[] = [
  balance,
  ownKey,
  usage,
  entries,
  request,
  requestRecords,
  complaintFile,
  complaintRead,
  priceQuote,
  platforms,
];
