// Owns how a payback looks to an operator, and the list of them.
import type { Static } from 'typebox';
import { Currency, MoneyText, nullable, TimeText } from '../account/fields.ts';
import { NextCursor, nextCursor, pageQuery, readPage } from '../account/paging.ts';
import { formatTime } from '../domain/clock.ts';
import { isFailure } from '../domain/failure.ts';
import { formatMoney } from '../domain/money.ts';
import { PAYBACK_STATES, type Payback } from '../domain/payment.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';
import { AccountRef } from './fields.ts';
import { onlyAccount } from './payment-lists.ts';

export const PaybackView = Type.Object(
  {
    id: Type.String(),
    account_id: Type.String(),
    payment: Type.String({ description: 'The reference of the payment.' }),
    amount: MoneyText,
    currency: Currency,
    state: Type.Enum([...PAYBACK_STATES], {
      description:
        '`wanted` until the provider of the payment has answered, which is asked again by itself; `refused` is in the balance again.',
    }),
    reference: nullable(Type.String()),
    reason: Type.String(),
    failure: nullable(Type.String()),
    wanted_at: TimeText,
    ended_at: nullable(TimeText),
  },
  { $id: 'Payback', description: 'A part of a payment that goes back to its card.' },
);

export function paybackView(payback: Payback, currency: string): Static<typeof PaybackView> {
  const { id, payment, state, reference, reason, failure } = payback;
  return {
    ...{ id, account_id: payback.accountId, payment, amount: formatMoney(payback.amountMicros), currency },
    ...{ state, reference, reason, failure, wanted_at: formatTime(payback.wantedAtMs) },
    ended_at: payback.endedAtMs === null ? null : formatTime(payback.endedAtMs),
  };
}

export const paybackList = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminListPaybacks',
  method: 'GET',
  path: '/admin/v1/paybacks',
  summary: 'List what went back to cards, of one account or of all',
  tag: 'Payments',
  params: Nothing,
  query: Type.Object({
    ...pageQuery,
    account: Type.Optional(AccountRef),
    state: Type.Optional(Type.Enum([...PAYBACK_STATES])),
  }),
  body: Nothing,
  result: Type.Object({ paybacks: Type.Array(PaybackView), next_cursor: NextCursor }),
  async run(deps, { query }) {
    const paging = readPage('paybacks', query);
    if (isFailure(paging)) return paging;
    const only = await onlyAccount(deps, query.account);
    if (isFailure(only)) return only;
    const state = query.state === undefined ? {} : { state: query.state };
    const page = await deps.storage.paybacks.list({ ...paging, ...only, ...state });
    const paybacks = page.items.map((one) => paybackView(one, deps.currency));
    return { paybacks, next_cursor: nextCursor('paybacks', page.next) };
  },
});
