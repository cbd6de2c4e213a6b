// Owns how long the money of the caller's account lasts, at the speed of the last seven days.
import { failure } from '../domain/failure.ts';
import { formatMoney, toMicros } from '../domain/money.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import type { AccountCaller, AccountDeps } from './deps.ts';
import { Currency, MoneyText, nullable } from './fields.ts';
import { keyHolder } from './key-holder.ts';

const SPENT_DAYS = 7;

export const runway = verbOf<AccountDeps, AccountCaller>()({
  name: 'getRunway',
  method: 'GET',
  path: '/api/account/v1/runway',
  summary: 'How long the money of your account lasts',
  tag: 'Account',
  params: Nothing,
  query: Nothing,
  body: Nothing,
  result: Type.Object({
    available: MoneyText,
    spent_per_day: Type.String({ description: 'Mean of the last seven days.', examples: ['1.200000'] }),
    days: nullable(Type.Number({ description: 'Until it is spent; null when nothing is spent.' })),
    currency: Currency,
  }),
  async run({ storage, clock }, _input, caller) {
    const { account } = keyHolder(caller);
    const found = await storage.usage.runway({ accountId: account.id, nowMs: clock.nowMs() });
    if (found === null) return failure('NOT_FOUND', 'The account no longer exists.');
    const { availableMicros, spentMicros } = found;
    return {
      available: formatMoney(availableMicros),
      spent_per_day: formatMoney(toMicros(Math.round(spentMicros / SPENT_DAYS))),
      days: spentMicros === 0 ? null : Number(((availableMicros * SPENT_DAYS) / spentMicros).toFixed(1)),
      currency: account.currency,
    };
  },
});
