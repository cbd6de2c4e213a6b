// Owns the receipt of one call of any account: what an operator reads before a refund.

import { RequestIdText } from '../account/fields.ts';
import { ReceiptAnswer, receiptView, withPaidFrom } from '../account/receipt-view.ts';
import { failure, isFailure } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import { accountOrFailure } from './account-view.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';
import { AccountRef } from './fields.ts';

export const accountRequest = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminGetRequest',
  method: 'GET',
  path: '/admin/v1/accounts/{account}/requests/{request_id}',
  summary: 'Receipt of one call',
  tag: 'Accounts',
  params: Type.Object({ account: AccountRef, request_id: RequestIdText }),
  query: Nothing,
  body: Nothing,
  result: ReceiptAnswer,
  async run(deps, { params }) {
    const account = await accountOrFailure(deps, params.account);
    if (isFailure(account)) return account;
    const { calls, grants } = deps.storage;
    const of = { accountId: account.id, requestId: params.request_id };
    const [call, parts] = await Promise.all([calls.find(of), grants.paidFor(of)]);
    if (call === null) return failure('NOT_FOUND', 'The account has no call with this request id.');
    const receipt = receiptView(call, account.currency, { showsProviders: true });
    return { call: withPaidFrom(receipt, parts) };
  },
});
