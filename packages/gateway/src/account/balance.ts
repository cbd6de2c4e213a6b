// Owns `balance`: what the caller's account has, holds and may still spend. It reads the ledger, never a cached key.

import { available } from '../domain/account.ts';
import { failure } from '../domain/failure.ts';
import { formatMoney } from '../domain/money.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import type { AccountCaller, AccountDeps } from './deps.ts';
import { Currency, MoneyText } from './fields.ts';
import { keyHolder } from './key-holder.ts';

export const balance = verbOf<AccountDeps, AccountCaller>()({
  name: 'getBalance',
  method: 'GET',
  path: '/api/account/v1/balance',
  summary: 'Balance of your account',
  tag: 'Account',
  params: Nothing,
  query: Nothing,
  body: Nothing,
  result: Type.Object({
    account: Type.Object({ id: Type.String(), name: Type.String() }),
    balance: MoneyText,
    held: MoneyText,
    available: MoneyText,
    currency: Currency,
  }),
  async run({ storage }, _input, caller) {
    const account = await storage.accounts.find({ idOrName: keyHolder(caller).account.id });
    if (account === null) return failure('NOT_FOUND', 'The account no longer exists.');
    return {
      account: { id: account.id, name: account.name },
      balance: formatMoney(account.balanceMicros),
      held: formatMoney(account.heldMicros),
      available: formatMoney(available(account)),
      currency: account.currency,
    };
  },
});
