// Owns usage as an operator reads it: of one account, or summed over all.

import { readDays } from '../account/days.ts';
import { UsageView, usageQuery, usageView } from '../account/usage-view.ts';
import { isFailure } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import { accountOrFailure } from './account-view.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';
import { AccountRef } from './fields.ts';

export const usageRead = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminGetUsage',
  method: 'GET',
  path: '/admin/v1/usage',
  summary: 'Calls and charges by day, path or key',
  tag: 'Usage',
  params: Nothing,
  query: Type.Object({ ...usageQuery, account: Type.Optional(AccountRef) }),
  body: Nothing,
  result: UsageView,
  async run(deps, { query }) {
    const days = readDays(query, deps.clock.nowMs());
    if (isFailure(days)) return days;
    const account = query.account === undefined ? null : await accountOrFailure(deps, query.account);
    if (isFailure(account)) return account;
    const by = query.by ?? 'day';
    const only = account === null ? {} : { accountId: account.id };
    const rows = await deps.storage.usage.read({ ...only, ...days, by });
    return usageView({ ...days, by, currency: deps.currency, rows });
  },
});
