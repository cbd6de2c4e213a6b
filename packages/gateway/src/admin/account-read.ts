// Owns reading one account.
import { isFailure } from '../domain/failure.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import { AccountAnswer, accountOrFailure, accountParams, accountView } from './account-view.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';

export const accountRead = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminGetAccount',
  method: 'GET',
  path: '/admin/v1/accounts/{account}',
  summary: 'Read an account',
  tag: 'Accounts',
  params: accountParams,
  query: Nothing,
  body: Nothing,
  result: AccountAnswer,
  async run(deps, { params }) {
    const account = await accountOrFailure(deps, params.account);
    return isFailure(account) ? account : { account: accountView(account) };
  },
});
