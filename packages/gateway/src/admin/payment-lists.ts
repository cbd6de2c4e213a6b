// Owns what an operator sees of money that comes in by itself: orders, disputes and recharges, the newest first.
import { Currency, MoneyText, nullable, TimeText } from '../account/fields.ts';
import { NextCursor, nextCursor, pageQuery, readPage } from '../account/paging.ts';
import { topupFields, topupView } from '../account/topup-view.ts';
import { formatTime } from '../domain/clock.ts';
import { type Failure, isFailure } from '../domain/failure.ts';
import { formatMoney, type Micros } from '../domain/money.ts';
import { DISPUTE_STATES, ORDER_STATES, RECHARGE_STATES } from '../domain/payment.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import { accountOrFailure } from './account-view.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';
import { AccountRef } from './fields.ts';

const shared = { method: 'GET', tag: 'Payments', params: Nothing, body: Nothing } as const;
const ofAccount = { ...pageQuery, account: Type.Optional(AccountRef) };
const time = (ms: number | null) => (ms === null ? null : formatTime(ms));

export async function onlyAccount(
  deps: AdminDeps,
  name: string | undefined,
): Promise<{ accountId?: string } | Failure> {
  if (name === undefined) return {};
  const account = await accountOrFailure(deps, name);
  return isFailure(account) ? account : { accountId: account.id };
}

const AdminTopupView = Type.Object(
  { ...topupFields, account_id: Type.String() },
  { $id: 'AdminTopup', description: 'What a caller wants to pay in.' },
);

export const topupOrderList = verbOf<AdminDeps, AdminCaller>()({
  ...shared,
  name: 'adminListTopups',
  path: '/admin/v1/topups',
  summary: 'List top-ups that callers ordered, of one account or of all',
  query: Type.Object({ ...ofAccount, state: Type.Optional(Type.Enum([...ORDER_STATES])) }),
  result: Type.Object({ topups: Type.Array(AdminTopupView), next_cursor: NextCursor }),
  async run(deps, { query }) {
    const paging = readPage('topups', query);
    if (isFailure(paging)) return paging;
    const only = await onlyAccount(deps, query.account);
    if (isFailure(only)) return only;
    const state = query.state === undefined ? {} : { state: query.state };
    const page = await deps.storage.payments.orders({ ...paging, ...only, ...state });
    const topups = page.items.map((order) => ({
      ...topupView(order, deps.currency),
      account_id: order.accountId,
    }));
    return { topups, next_cursor: nextCursor('topups', page.next) };
  },
});

const DisputeView = Type.Object(
  {
    id: Type.String(),
    account_id: Type.String(),
    reference: Type.String({ description: 'Of the payment.' }),
    state: Type.Enum([...DISPUTE_STATES]),
    applied: MoneyText,
    taken: MoneyText,
    owed: MoneyText,
    currency: Currency,
    withdrawn_at: TimeText,
    reinstated_at: nullable(TimeText),
  },
  { $id: 'Dispute', description: "A payment that its payer's bank took back." },
);

export const disputeList = verbOf<AdminDeps, AdminCaller>()({
  ...shared,
  name: 'adminListDisputes',
  path: '/admin/v1/disputes',
  summary: 'List payments that were taken back, of one account or of all',
  query: Type.Object(ofAccount),
  result: Type.Object({ disputes: Type.Array(DisputeView), next_cursor: NextCursor }),
  async run(deps, { query }) {
    const paging = readPage('disputes', query);
    if (isFailure(paging)) return paging;
    const only = await onlyAccount(deps, query.account);
    if (isFailure(only)) return only;
    const page = await deps.storage.payments.disputes({ ...paging, ...only });
    const disputes = page.items.map((one) => ({
      ...{ id: one.id, account_id: one.accountId, reference: one.payment, state: one.state },
      ...{ applied: formatMoney(one.appliedMicros), taken: formatMoney(one.takenMicros) },
      ...{ owed: formatMoney(one.owedMicros), currency: deps.currency },
      ...{ withdrawn_at: formatTime(one.withdrawnAtMs), reinstated_at: time(one.reinstatedAtMs) },
    }));
    return { disputes, next_cursor: nextCursor('disputes', page.next) };
  },
});

const RechargeRowView = Type.Object(
  {
    id: Type.String(),
    account_id: Type.String(),
    state: Type.Enum([...RECHARGE_STATES]),
    amount: nullable(MoneyText),
    currency: Currency,
    reference: nullable(Type.String()),
    failure: nullable(Type.String()),
    wanted_at: TimeText,
    not_before: TimeText,
    ended_at: nullable(TimeText),
  },
  { $id: 'RechargeRow', description: 'One recharge, from the wish to the payment.' },
);

export const rechargeList = verbOf<AdminDeps, AdminCaller>()({
  ...shared,
  name: 'adminListRecharges',
  path: '/admin/v1/recharges',
  summary: 'List recharges, of one account or of all',
  query: Type.Object({ ...ofAccount, state: Type.Optional(Type.Enum([...RECHARGE_STATES])) }),
  result: Type.Object({ recharges: Type.Array(RechargeRowView), next_cursor: NextCursor }),
  async run(deps, { query }) {
    const paging = readPage('recharges', query);
    if (isFailure(paging)) return paging;
    const only = await onlyAccount(deps, query.account);
    if (isFailure(only)) return only;
    const state = query.state === undefined ? {} : { state: query.state };
    const page = await deps.storage.recharges.list({ ...paging, ...only, ...state });
    const recharges = page.items.map((one) => ({
      ...{ id: one.id, account_id: one.accountId, state: one.state, currency: deps.currency },
      amount: one.amountMicros === null ? null : formatMoney(one.amountMicros as Micros),
      ...{ reference: one.payment, failure: one.failure, wanted_at: formatTime(one.wantedAtMs) },
      ...{ not_before: formatTime(one.notBeforeMs), ended_at: time(one.endedAtMs) },
    }));
    return { recharges, next_cursor: nextCursor('recharges', page.next) };
  },
});
