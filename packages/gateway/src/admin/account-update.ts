// Owns changing an account's status or rate limit. It never touches money.

import { failure, isFailure } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import { AccountAnswer, accountOrFailure, accountParams, accountView } from './account-view.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';
import { RateField, rateLimitOf } from './fields.ts';

export const accountUpdate = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminUpdateAccount',
  method: 'PATCH',
  path: '/admin/v1/accounts/{account}',
  summary: 'Change status or rate limit of an account',
  tag: 'Accounts',
  params: accountParams,
  query: Nothing,
  body: Type.Object(
    { status: Type.Optional(Type.Enum(['active', 'disabled'])), rate: RateField },
    { additionalProperties: false, minProperties: 1 },
  ),
  result: AccountAnswer,
  needs: 'operator',
  async run(deps, { params, body }, caller) {
    const account = await accountOrFailure(deps, params.account);
    if (isFailure(account)) return account;
    const changed = await deps.storage.accounts.update({
      actor: caller.actor,
      accountId: account.id,
      ...(body.status !== undefined && { status: body.status }),
      ...(body.rate !== undefined && { rate: rateLimitOf(body.rate) }),
    });
    if (changed === null) return failure('NOT_FOUND', 'There is no such account.');
    await deps.refresh();
    return { account: accountView(changed) };
  },
});
