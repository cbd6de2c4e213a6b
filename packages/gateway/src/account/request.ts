// Owns `requests/{request_id}`: the receipt of one call. Another account's id and an unknown id look the same.

import { failure } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import type { AccountCaller, AccountDeps } from './deps.ts';
import { RequestIdText } from './fields.ts';
import { keyHolder } from './key-holder.ts';
import { ReceiptAnswer, receiptView, withPaidFrom } from './receipt-view.ts';

export const request = verbOf<AccountDeps, AccountCaller>()({
  name: 'getRequest',
  method: 'GET',
  path: '/api/account/v1/requests/{request_id}',
  summary: 'Receipt of one call of your account',
  tag: 'Account',
  params: Type.Object({ request_id: RequestIdText }),
  query: Nothing,
  body: Nothing,
  result: ReceiptAnswer,
  async run({ storage, showsProviders }, { params }, caller) {
    const { account } = keyHolder(caller);
    const of = { accountId: account.id, requestId: params.request_id };
    const [call, parts] = await Promise.all([storage.calls.find(of), storage.grants.paidFor(of)]);
    if (call === null) return failure('NOT_FOUND', 'Your account has no call with this request id.');
    const receipt = receiptView(call, account.currency, { showsProviders: showsProviders() });
    return { call: withPaidFrom(receipt, parts) };
  },
});
