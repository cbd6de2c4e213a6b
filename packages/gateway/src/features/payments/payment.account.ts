// A caller's top-up orders and its recharge rule. An order moves no money: only a payment that arrives does.

import { hasCaps } from '../../domain/access/key-rights.ts';
import { type Failure, failure, invalid, isFailure } from '../../domain/failure.ts';
import { makeId } from '../../domain/ids.ts';
import { formatMoney, type Micros } from '../../domain/money.ts';
import type { RechargeRule, TopUpOrder } from '../../domain/payment.ts';
import type { AmountBounds } from '../../domain/payment-port.ts';
import { Type } from '../../domain/schema.ts';
import { callerActor, keyHolder } from '../../verb/caller.ts';
import type { AccountCaller, AccountDeps } from '../../verb/deps.ts';
import { AmountInput, IdText, nullable, readAmount } from '../../verb/fields.ts';
import { NextCursor, nextCursor, pageQuery, readPage } from '../../verb/paging.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';
import {
  PayableView,
  payableView,
  RechargeRuleInput,
  RechargeView,
  readRechargeRule,
  rechargeView,
  TopupView,
  topupView,
} from './payment-views.ts';

/** Unpaid Checkout pages that one account may have per day. */
const OPEN_ORDERS_MAX = 20;

const noPayments = failure('NOT_FOUND', 'This gateway takes no payments by itself: ask its operator.');
const noTopup = failure('NOT_FOUND', 'Your account has no top-up of this id.');

function wrongAmount(micros: Micros, { minMicros, maxMicros, stepMicros }: AmountBounds) {
  if (micros < minMicros || micros > maxMicros)
    return invalid('amount', `must be from ${formatMoney(minMicros)} to ${formatMoney(maxMicros)}`);
  if (micros % stepMicros !== 0)
    return invalid('amount', `must be a multiple of ${formatMoney(stepMicros as Micros)}`);
  return null;
}

export const topupCreate = verbOf<AccountDeps, AccountCaller>()({
  name: 'createTopup',
  client: 'account.createTopup',
  method: 'POST',
  path: '/api/account/v1/topups',
  summary: 'Pay in: the answer says where or how',
  tag: 'Payments',
  params: Nothing,
  query: Nothing,
  body: Type.Object(
    {
      amount: AmountInput,
      save_card: Type.Optional(
        Type.Boolean({ description: 'Keep the card at its provider, for recharges.', default: false }),
      ),
    },
    { additionalProperties: false },
  ),
  result: Type.Object({ topup: TopupView }),
  creates: true,
  async run({ storage, random, payments, log }, { body }, caller) {
    const { account } = keyHolder(caller);
    if (payments === null) return noPayments;
    const amountMicros = readAmount('amount', body.amount, 'positive');
    if (isFailure(amountMicros)) return amountMicros;
    const wrong = wrongAmount(amountMicros, payments.bounds);
    if (wrong !== null) return wrong;
    const ordered = await storage.payments.order({
      actor: callerActor(caller!),
      id: makeId('topup', random),
      accountId: account.id,
      way: payments.way,
      amountMicros,
      savesCard: body.save_card ?? false,
      openMax: OPEN_ORDERS_MAX,
    });
    if (ordered.kind === 'not_found') return failure('NOT_FOUND', 'The account no longer exists.');
    if (ordered.kind === 'too_many')
      return failure('RATE_LIMITED', 'Too many top-ups are open: pay one of them, or try again tomorrow.');
    const { order } = ordered;
    const checkout = await payments.checkout(order);
    if (checkout.kind === 'instructions') return { topup: topupView(order, account.currency, checkout.text) };
    if (checkout.kind === 'address') {
      const placed = await storage.payments.address({ id: order.id, address: checkout.address });
      return { topup: topupView(placed ?? order, account.currency) };
    }
    await storage.payments.endOrder({ id: order.id });
    log.warn({ order: order.id, why: checkout.why }, 'the payment provider gave no page to pay on');
    return failure('UPSTREAM_BUSY', 'The payment provider cannot be reached right now. Try again.');
  },
});

/** With the operator's current payment instructions. */
async function shownOrder({ payments }: AccountDeps, order: TopUpOrder, currency: string) {
  const isByHand = order.way === 'manual' && payments?.way === 'manual';
  const checkout = isByHand ? await payments.checkout(order) : null;
  return topupView(order, currency, checkout?.kind === 'instructions' ? checkout.text : null);
}

export const topupRead = verbOf<AccountDeps, AccountCaller>()({
  name: 'getTopup',
  client: 'account.topup',
  method: 'GET',
  path: '/api/account/v1/topups/{topup}',
  summary: 'The state of a top-up',
  tag: 'Payments',
  params: Type.Object({ topup: IdText }),
  query: Nothing,
  body: Nothing,
  result: Type.Object({ topup: TopupView }),
  async run(deps, { params }, caller) {
    const { account } = keyHolder(caller);
    const order = await deps.storage.payments.findOrder({ id: params.topup });
    if (order?.accountId !== account.id) return noTopup;
    return { topup: await shownOrder(deps, order, account.currency) };
  },
});

export const topupList = verbOf<AccountDeps, AccountCaller>()({
  name: 'listTopups',
  client: 'account.topups',
  method: 'GET',
  path: '/api/account/v1/topups',
  summary: 'Your top-ups, the newest first',
  tag: 'Payments',
  params: Nothing,
  query: Type.Object({ ...pageQuery }),
  body: Nothing,
  result: Type.Object({
    payable: nullable(PayableView),
    topups: Type.Array(TopupView),
    next_cursor: NextCursor,
  }),
  async run(deps, { query }, caller) {
    const { account } = keyHolder(caller);
    const paging = readPage('topups', query);
    if (isFailure(paging)) return paging;
    const page = await deps.storage.payments.orders({ ...paging, accountId: account.id });
    const topups = await Promise.all(page.items.map((order) => shownOrder(deps, order, account.currency)));
    const payable = deps.payments && payableView(deps.payments);
    return { payable, topups, next_cursor: nextCursor('topups', page.next) };
  },
});

const ofRecharge = { path: '/api/account/v1/recharge', tag: 'Payments', params: Nothing, query: Nothing };
const result = Type.Object({ recharge: RechargeView });

async function rechargeOf({ storage, clock }: AccountDeps, caller: AccountCaller) {
  const { account } = keyHolder(caller);
  const standing = await storage.recharges.standing({ accountId: account.id, nowMs: clock.nowMs() });
  return { recharge: rechargeView(standing, account.currency) };
}

async function setRechargeRule(
  deps: AccountDeps,
  caller: AccountCaller,
  rule: RechargeRule | null,
): Promise<Failure | null> {
  const { account, key } = keyHolder(caller);
  if (hasCaps(key)) return failure('FORBIDDEN', 'A key with a cap of its own may not set recharges.');
  const set = await deps.storage.recharges.setRule({
    actor: callerActor(caller!),
    accountId: account.id,
    rule,
  });
  if (set.kind === 'no_card')
    return failure('CONFLICT', 'There is no saved card: make a top-up with `save_card` first.');
  return set.kind === 'not_found' ? failure('NOT_FOUND', 'The account no longer exists.') : null;
}

/** A key with a spend cap may not use the card, which pays for the whole account. */
export const rechargeRead = verbOf<AccountDeps, AccountCaller>()({
  ...ofRecharge,
  name: 'getRecharge',
  client: 'account.recharge',
  method: 'GET',
  summary: 'When your saved card pays by itself',
  body: Nothing,
  result,
  run: async (deps, _input, caller) => rechargeOf(deps, caller),
});

export const rechargeSet = verbOf<AccountDeps, AccountCaller>()({
  ...ofRecharge,
  name: 'setRecharge',
  client: 'account.setRecharge',
  method: 'POST',
  summary: 'Let your saved card pay by itself, at most once an hour and never more in a month than you say',
  body: RechargeRuleInput,
  result,
  async run(deps, { body }, caller) {
    keyHolder(caller);
    const rule = readRechargeRule(body, deps.payments?.bounds ?? null);
    if (isFailure(rule)) return rule;
    return (await setRechargeRule(deps, caller, rule)) ?? rechargeOf(deps, caller);
  },
});

export const rechargeEnd = verbOf<AccountDeps, AccountCaller>()({
  ...ofRecharge,
  name: 'endRecharge',
  client: 'account.endRecharge',
  method: 'DELETE',
  summary: 'Let your saved card pay no more',
  body: Nothing,
  result,
  run: async (deps, _input, caller) =>
    (await setRechargeRule(deps, caller, null)) ?? rechargeOf(deps, caller),
});
