// Owns giving back what one call was charged, all or part of it, and never more.

import { RequestIdText } from '../account/fields.ts';
import { isFailure } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import { accountOrFailure, accountParams, MoneyAnswer, moneyAnswer } from './account-view.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';
import { AmountInput, OnceReference, readAmount, Words } from './fields.ts';

export const accountRefund = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminRefund',
  method: 'POST',
  path: '/admin/v1/accounts/{account}/refunds',
  summary: 'Refund a charged call; without an amount, all that is left of it',
  tag: 'Accounts',
  params: accountParams,
  query: Nothing,
  body: Type.Object(
    {
      request_id: RequestIdText,
      amount: Type.Optional(AmountInput),
      reference: OnceReference,
      reason: Words,
    },
    { additionalProperties: false },
  ),
  result: MoneyAnswer,
  creates: true,
  needs: 'operator',
  async run(deps, { params, body }, caller) {
    const amountMicros = body.amount === undefined ? null : readAmount('amount', body.amount, 'positive');
    if (isFailure(amountMicros)) return amountMicros;
    const account = await accountOrFailure(deps, params.account);
    if (isFailure(account)) return account;
    const result = await deps.storage.accounts.refund({
      actor: caller.actor,
      accountId: account.id,
      requestId: body.request_id,
      amountMicros,
      reference: body.reference ?? null,
      reason: body.reason,
    });
    return moneyAnswer(result, account.currency);
  },
});
