// Owns paying in. The reference names the payment, so that posting it twice adds it once.

import { isFailure } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import { accountOrFailure, accountParams, MoneyAnswer, moneyAnswer } from './account-view.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';
import { AmountInput, readAmount, Words } from './fields.ts';

export const accountTopup = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminTopUp',
  method: 'POST',
  path: '/admin/v1/accounts/{account}/topups',
  summary: 'Pay into an account',
  tag: 'Accounts',
  params: accountParams,
  query: Nothing,
  body: Type.Object(
    { amount: AmountInput, reference: Words, reason: Type.Optional(Words) },
    { additionalProperties: false },
  ),
  result: MoneyAnswer,
  creates: true,
  needs: 'operator',
  async run(deps, { params, body }, caller) {
    const amountMicros = readAmount('amount', body.amount, 'positive');
    if (isFailure(amountMicros)) return amountMicros;
    const account = await accountOrFailure(deps, params.account);
    if (isFailure(account)) return account;
    const result = await deps.storage.accounts.topUp({
      actor: caller.actor,
      accountId: account.id,
      amountMicros,
      reference: body.reference,
      reason: body.reason ?? null,
    });
    return moneyAnswer(result, account.currency);
  },
});
