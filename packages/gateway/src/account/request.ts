// Owns `requests/{request_id}`: the receipt of one call, and what became of a complaint about it. Another account's id and an unknown id
// look the same.

import { failure } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import { ComplaintView, complaintView } from './complaint-view.ts';
import type { AccountCaller, AccountDeps } from './deps.ts';
import { nullable, RequestIdText } from './fields.ts';
import { keyHolder } from './key-holder.ts';
import { maySee } from './limited-keys.ts';
import { ReceiptView, receiptView, withPaidFrom } from './receipt-view.ts';

export const request = verbOf<AccountDeps, AccountCaller>()({
  name: 'getRequest',
  method: 'GET',
  path: '/api/account/v1/requests/{request_id}',
  summary: 'Receipt of one call of your account',
  tag: 'Account',
  params: Type.Object({ request_id: RequestIdText }),
  query: Nothing,
  body: Nothing,
  result: Type.Object({
    call: ReceiptView,
    complaint: nullable(ComplaintView),
  }),
  async run({ storage, showsProviders }, { params }, caller) {
    const { account } = keyHolder(caller);
    const of = { accountId: account.id, requestId: params.request_id };
    const [call, parts, complaint] = await Promise.all([
      storage.calls.find(of),
      storage.grants.paidFor(of),
      storage.complaints.find(of),
    ]);
    if (call === null || !maySee(caller!, call))
      return failure('NOT_FOUND', 'Your account has no call with this request id.');
    const receipt = receiptView(call, account.currency, { showsProviders: showsProviders() });
    return {
      call: withPaidFrom(receipt, parts),
      complaint: complaint && complaintView(complaint, account.currency),
    };
  },
});
