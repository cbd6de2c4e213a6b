// Admin verbs on grants: giving one, which writes an entry, and listing those of an account.

import { type Failure, failure, isFailure } from '../../domain/failure.ts';
import { GRANTS_OPEN_MAX } from '../../domain/grant.ts';
import { makeId } from '../../domain/ids.ts';
import { Type } from '../../domain/schema.ts';
import type { GiveResult } from '../../storage/storage.ts';
import type { AdminCaller, AdminDeps } from '../../verb/deps.ts';
import { NextCursor, nextCursor, pageQuery, readPage } from '../../verb/paging.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';
import { accountOrFailure, accountParams } from '../accounts/account-views.ts';
import { GrantInput, GrantView, grantView, readGrantInput } from './grant-views.ts';

const shared = { path: '/admin/v1/accounts/{account}/grants', tag: 'Accounts', params: accountParams };

export const grantGive = verbOf<AdminDeps, AdminCaller>()({
  ...shared,
  name: 'adminGiveGrant',
  method: 'POST',
  summary: 'Add money to a balance that is used first, and may expire',
  query: Nothing,
  body: GrantInput,
  result: Type.Object({
    grant: GrantView,
    duplicate: Type.Boolean({ description: 'True when it was given before, and nothing was added.' }),
  }),
  creates: true,
  needs: 'operator',
  async run(deps, { params, body }, { actor }) {
    const id = makeId('grant', deps.random);
    const given = readGrantInput(body, id, deps.clock.nowMs());
    if (isFailure(given)) return given;
    const account = await accountOrFailure(deps, params.account);
    if (isFailure(account)) return account;
    const result = await deps.storage.grants.give({ ...given, actor, accountId: account.id });
    if (result.kind !== 'given' && result.kind !== 'duplicate') return whyNot(result);
    return { grant: grantView(result.grant, account.currency), duplicate: result.kind === 'duplicate' };
  },
});

function whyNot({ kind }: Exclude<GiveResult, { grant: unknown }>): Failure {
  switch (kind) {
    case 'conflict':
      return failure('CONFLICT', 'The reference was used for something else.');
    case 'too_many':
      return failure('CONFLICT', `The account has ${GRANTS_OPEN_MAX} grants that are not used up.`);
    case 'too_large':
      return failure('CONFLICT', 'The balance can hold no more.');
    case 'not_found':
      return failure('NOT_FOUND', 'There is no such account.');
  }
}

export const grantList = verbOf<AdminDeps, AdminCaller>()({
  ...shared,
  name: 'adminListGrants',
  method: 'GET',
  summary: 'List the grants of an account, the newest first',
  query: Type.Object(pageQuery),
  body: Nothing,
  result: Type.Object({ grants: Type.Array(GrantView), next_cursor: NextCursor }),
  async run(deps, { params, query }) {
    const paging = readPage('grants', query);
    if (isFailure(paging)) return paging;
    const account = await accountOrFailure(deps, params.account);
    if (isFailure(account)) return account;
    const page = await deps.storage.grants.list({ ...paging, accountId: account.id });
    const grants = page.items.map((grant) => grantView(grant, account.currency));
    return { grants, next_cursor: nextCursor('grants', page.next) };
  },
});
