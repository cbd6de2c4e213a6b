// Owns corrections: money added or taken by hand, always with a reason. The balance cannot go below what is held.

import { isFailure } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import { accountOrFailure, accountParams, MoneyAnswer, moneyAnswer } from './account-view.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';
import { OnceReference, readAmount, SignedAmountInput, Words } from './fields.ts';

export const accountAdjust = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminAdjust',
  method: 'POST',
  path: '/admin/v1/accounts/{account}/adjustments',
  summary: 'Correct the balance of an account',
  tag: 'Accounts',
  params: accountParams,
  query: Nothing,
  body: Type.Object(
    { amount: SignedAmountInput, reference: OnceReference, reason: Words },
    { additionalProperties: false },
  ),
  result: MoneyAnswer,
  creates: true,
  needs: 'operator',
  async run(deps, { params, body }, caller) {
    const amountMicros = readAmount('amount', body.amount, 'signed');
    if (isFailure(amountMicros)) return amountMicros;
    const account = await accountOrFailure(deps, params.account);
    if (isFailure(account)) return account;
    const result = await deps.storage.accounts.adjust({
      actor: caller.actor,
      accountId: account.id,
      amountMicros,
      reference: body.reference ?? null,
      reason: body.reason,
    });
    return moneyAnswer(result, account.currency);
  },
});
