// The caller's grants.
import { isFailure } from '../../domain/failure.ts';
import { Type } from '../../domain/schema.ts';
import { keyHolder } from '../../verb/caller.ts';
import type { AccountCaller, AccountDeps } from '../../verb/deps.ts';
import { NextCursor, nextCursor, pageQuery, readPage } from '../../verb/paging.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';
import { GrantView, grantView } from './grant-views.ts';

export const ownGrantList = verbOf<AccountDeps, AccountCaller>()({
  name: 'listGrants',
  client: 'account.grants',
  method: 'GET',
  path: '/api/account/v1/grants',
  summary: 'Parts of your balance that are used first, and may expire',
  tag: 'Account',
  params: Nothing,
  query: Type.Object(pageQuery),
  body: Nothing,
  result: Type.Object({ grants: Type.Array(GrantView), next_cursor: NextCursor }),
  async run({ storage }, { query }, caller) {
    const { account } = keyHolder(caller);
    const paging = readPage('grants', query);
    if (isFailure(paging)) return paging;
    const page = await storage.grants.list({ ...paging, accountId: account.id });
    const grants = page.items.map((grant) => grantView(grant, account.currency));
    return { grants, next_cursor: nextCursor('grants', page.next) };
  },
});
