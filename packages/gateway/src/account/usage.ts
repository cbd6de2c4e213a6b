// Owns `usage`: calls and charges of the caller's account by day, path or key.

import { isFailure } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import { readDays } from './days.ts';
import type { AccountCaller, AccountDeps } from './deps.ts';
import { keyHolder } from './key-holder.ts';
import { onlyKeyOf } from './limited-keys.ts';
import { UsageView, usageQuery, usageView } from './usage-view.ts';

export const usage = verbOf<AccountDeps, AccountCaller>()({
  name: 'getUsage',
  method: 'GET',
  path: '/api/account/v1/usage',
  summary: 'Calls and charges of your account, by day, path or key',
  tag: 'Account',
  params: Nothing,
  query: Type.Object(usageQuery),
  body: Nothing,
  result: UsageView,
  async run({ storage, clock }, { query }, caller) {
    const { account } = keyHolder(caller);
    const days = readDays(query, clock.nowMs());
    if (isFailure(days)) return days;
    const by = query.by ?? 'day';
    const keyId = onlyKeyOf(caller!);
    const of = { accountId: account.id, ...(keyId !== null && { keyId }) };
    const rows = await storage.usage.read({ ...of, ...days, by });
    return usageView({ ...days, by, currency: account.currency, rows });
  },
});
