// Admin verbs on money that callers pay in: orders, disputes, paybacks, recharges, and the check of payments against the ledger.

import { formatTime } from '../../domain/clock.ts';
import { type Failure, failure, invalid, isFailure } from '../../domain/failure.ts';
import { makeId } from '../../domain/ids.ts';
import { formatMoney, type Micros } from '../../domain/money.ts';
import {
  DISPUTE_STATES,
  ORDER_STATES,
  PAYBACK_STATES,
  type Payback,
  RECHARGE_STATES,
} from '../../domain/payment.ts';
import type { Payments } from '../../domain/payment-port.ts';
import { Type } from '../../domain/schema.ts';
import type { WantedPayback } from '../../storage/storage.ts';
import type { AdminCaller, AdminDeps } from '../../verb/deps.ts';
import {
  AccountRef,
  AmountInput,
  Count,
  Currency,
  MoneyText,
  nullable,
  OnceReference,
  readAmount,
  TimeText,
  timeOrNull,
  Words,
} from '../../verb/fields.ts';
import { NextCursor, nextCursor, pageQuery, readPage } from '../../verb/paging.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';
import { accountOrFailure, accountParams, onlyAccount } from '../accounts/account-views.ts';
import { PaybackView, paybackView, topupFields, topupView } from './payment-views.ts';
import { RECONCILED_DAYS, verifyPayments } from './reconcile.ts';
import { payBack } from './run-payments.ts';

const listed = { method: 'GET', tag: 'Payments', params: Nothing, body: Nothing } as const;
const ofAccount = { ...pageQuery, account: Type.Optional(AccountRef) };

const AdminTopupView = Type.Object(
  { ...topupFields, account_id: Type.String() },
  { $id: 'AdminTopup', description: 'What a caller wants to pay in.' },
);

export const topupOrderList = verbOf<AdminDeps, AdminCaller>()({
  ...listed,
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
  ...listed,
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
      ...{ withdrawn_at: formatTime(one.withdrawnAtMs), reinstated_at: timeOrNull(one.reinstatedAtMs) },
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
  { $id: 'RechargeRow', description: 'One recharge, from the request to the payment.' },
);

export const rechargeList = verbOf<AdminDeps, AdminCaller>()({
  ...listed,
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
      ...{ not_before: formatTime(one.notBeforeMs), ended_at: timeOrNull(one.endedAtMs) },
    }));
    return { recharges, next_cursor: nextCursor('recharges', page.next) };
  },
});

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

const NO_LOG = { warn: () => {}, error: () => {} };

/**
 * Sends part of a card payment back to its card. It leaves the balance first. Then the provider is asked, with an id that stays the same
 * until its answer is known. A provider that cannot be reached is asked again later.
 */
export const accountPayback = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminPayBack',
  method: 'POST',
  path: '/admin/v1/accounts/{account}/paybacks',
  summary: 'Give a card payment back to its card, all that is left of it or a part',
  tag: 'Payments',
  params: accountParams,
  query: Nothing,
  body: Type.Object(
    {
      payment: Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'The reference of the payment, as its top-up has it.',
        examples: ['stripe:pi_3N'],
      }),
      amount: Type.Optional(AmountInput),
      reference: OnceReference,
      reason: Words,
    },
    { additionalProperties: false },
  ),
  result: Type.Object({
    payback: PaybackView,
    duplicate: Type.Boolean({
      description: 'True when this payback was requested before; nothing was taken now.',
    }),
  }),
  creates: true,
  needs: 'operator',
  async run(deps, { params, body }, { actor }) {
    const account = await accountOrFailure(deps, params.account);
    if (isFailure(account)) return account;
    const payments = await deps.payments();
    const amountMicros = readPart(body.amount, payments);
    if (isFailure(amountMicros)) return amountMicros;
    if (payments?.cards == null || !body.payment.startsWith(`${payments.way}:`)) return noProvider;
    const { payment, reference = null, reason } = body;
    const id = makeId('payback', deps.random);
    const wish = { actor, id, accountId: account.id, payment, reference, reason, amountMicros };
    const wanted = await deps.storage.paybacks.want(wish);
    const payback = paybackOf(wanted);
    if (isFailure(payback)) return payback;
    const isDuplicate = wanted.kind === 'duplicate';
    const { way, cards } = payments;
    const ended = isDuplicate ? payback : await payBack({ ...deps, log: NO_LOG }, { way, cards }, payback);
    return { payback: paybackView(ended, account.currency), duplicate: isDuplicate };
  },
});

const noProvider = failure('CONFLICT', 'The provider of this payment is not configured here.');

/** Null: everything that is left. */
function readPart(text: string | undefined, payments: Payments | null): Micros | null | Failure {
  if (text === undefined) return null;
  const micros = readAmount('amount', text, 'positive');
  const stepMicros = payments?.bounds.stepMicros ?? 1;
  if (isFailure(micros) || micros % stepMicros === 0) return micros;
  return invalid('amount', `must be a multiple of ${formatMoney(stepMicros as Micros)}`);
}

function paybackOf(wanted: WantedPayback): Payback | Failure {
  switch (wanted.kind) {
    case 'wanted':
    case 'duplicate':
      return wanted.payback;
    case 'conflict':
      return failure('CONFLICT', 'This reference was used for another payback.');
    case 'unknown_payment':
      return failure('NOT_FOUND', 'The account has no payment of this reference.');
    case 'too_much':
      return failure('CONFLICT', `Of this payment ${formatMoney(wanted.leftMicros)} is left to give back.`);
    case 'insufficient':
      return failure(
        'CONFLICT',
        `Only ${formatMoney(wanted.availableMicros)} of the balance can go back: the rest is spent, held, given or owed.`,
      );
  }
}

const PaymentDifferenceView = Type.Object({
  account_id: Type.String(),
  reference: Type.String(),
  check: Type.String(),
  expected: Type.String(),
  found: Type.String(),
});

/** A month of a large gateway takes a minute to read. */
const DAYS_MAX = 31;

/** Compares the payments of the last days with the ledger. It repairs nothing: the hourly reconciliation does. */
export const paymentsVerify = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminComparePayments',
  method: 'GET',
  path: '/admin/v1/payments/differences',
  summary: 'Compare payments at their provider with the ledger',
  tag: 'Payments',
  params: Nothing,
  query: Type.Object({
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: DAYS_MAX, default: RECONCILED_DAYS })),
  }),
  body: Nothing,
  result: Type.Object({
    clean: Type.Boolean(),
    days: Count,
    payments: Count,
    differences: Type.Array(PaymentDifferenceView),
  }),
  async run({ storage, clock, payments }, { query }) {
    const taken = await payments();
    if (taken?.cards == null) return failure('CONFLICT', 'No provider of card payments is configured.');
    const { way, cards } = taken;
    const days = query.days ?? RECONCILED_DAYS;
    const log = { warn: () => {}, error: () => {} };
    const report = await verifyPayments({ storage, clock, way, cards, log }, days).catch(
      (error: Error) => error,
    );
    if (report instanceof Error)
      return failure('UPSTREAM_BUSY', 'The payment provider cannot be reached right now.', {
        internal: report.message,
      });
    const differences = report.differences.map(({ accountId, ...one }) => ({
      account_id: accountId,
      ...one,
    }));
    return { clean: differences.length === 0, days, payments: report.payments, differences };
  },
});
