// Top-up orders and the crediting of payments. An order moves no money: it says what a payment is for. A payment is credited once per
// reference, in one commit with everything that follows from it. Debts from disputes are repaid from it at once, so that no debt outlives
// a top-up that covers it.
import { DAY_MS } from '../../domain/duration.ts';
import { formatMoney, MICROS_MAX, type Micros, toMicros } from '../../domain/money.ts';
import type { OrderState, PaidPayment, TopUpOrder } from '../../domain/payment.ts';
import { repayments } from '../ledger/disputes.ts';
import { type Listed, newestFirst, type Paging } from '../steps/paging.ts';
import { type Dialect, one, type Reading } from '../steps/reading.ts';
import type { Actor, WriteMoment, Writing } from '../steps/writing.ts';
import { GIVEN_UP } from './duties.ts';
import { byAccountAndState, orders } from './payment-rows.ts';

interface ToppedUp {
  accountId: string;
  amountMicros: number;
  reference: string;
  actor: string;
}

export type CreditPayment = Actor &
  Pick<PaidPayment, 'accountId' | 'amountMicros' | 'reference' | 'orderId' | 'rechargeId' | 'card'>;

export type CreditResult =
  | { kind: 'credited' }
  /** The payment was credited before; nothing was added. */
  | { kind: 'duplicate' }
  /** The reference was used for another account or amount. */
  | { kind: 'conflict' }
  /** The balance would exceed its maximum. */
  | { kind: 'refused' }
  | { kind: 'not_found' };

/** Credits a payment once per reference, however often it is reported; debts are repaid first. */
export function* creditPayment(input: CreditPayment, moment: WriteMoment): Writing<CreditResult> {
  const { accountId, amountMicros, reference, actor } = input;
  const [account] = yield { lockAccount: accountId };
  const [earlier] = yield { entryOf: { kind: 'topup', reference } };
  if (earlier !== undefined) {
    const isSame = earlier.account_id === accountId && earlier.amount_micros === amountMicros;
    return { kind: isSame ? 'duplicate' : 'conflict' };
  }
  if (account === undefined) return { kind: 'not_found' };
  if ((account.balance_micros as number) + amountMicros > MICROS_MAX) return { kind: 'refused' };
  const entry = { accountId, amountMicros, reference, actor, callSeq: null, reason: null };
  yield { entry: { ...entry, kind: 'topup' } };
  yield* repayOwed(input, moment);
  yield* endWhatItPaid(input, moment);
  const detail = {
    amount: formatMoney(amountMicros),
    reference,
    order: input.orderId,
    recharge: input.rechargeId,
  };
  yield { change: { actor, action: 'account.topup', subject: accountId, detail } };
  return { kind: 'credited' };
}

function* endWhatItPaid(input: CreditPayment, moment: WriteMoment): Writing<void> {
  const { accountId, amountMicros, reference, orderId, rechargeId, card } = input;
  if (orderId !== null) yield* payOrder({ id: orderId, accountId, reference }, moment);
  if (rechargeId !== null) {
    const paid = yield {
      sql: `UPDATE recharges SET state = 'paid', payment = $1, failure = NULL, ended_at_ms = $2, ${GIVEN_UP}
             WHERE id = $3 AND account_id = $4 AND state <> 'paid' AND amount_micros = $5 RETURNING id`,
      values: [reference, moment.nowMs, rechargeId, accountId, amountMicros],
    };
    const data = { recharge: rechargeId, amount: formatMoney(amountMicros), reference };
    if (paid.length > 0) yield { event: { stream: accountId, type: 'recharge.paid', data } };
    yield { sql: 'UPDATE recharge_plans SET declines = 0 WHERE account_id = $1', values: [accountId] };
  }
  if (card === null) return;
  yield {
    sql: `INSERT INTO saved_cards (account_id, way, customer, card, saved_at_ms) VALUES ($1, $2, $3, $4, $5)
          ON CONFLICT (account_id) DO UPDATE SET
            way = excluded.way, customer = excluded.customer, card = excluded.card, saved_at_ms = excluded.saved_at_ms`,
    values: [accountId, card.way, card.customer, card.card, moment.nowMs],
  };
}

/** Call it after every top-up, under the lock of its account. */
export function* repayOwed(
  { accountId, amountMicros, reference, actor }: ToppedUp,
  _moment: WriteMoment,
): Writing<void> {
  const owing = yield {
    sql: `SELECT d.id, d.owed_micros FROM disputes d JOIN accounts a ON a.id = d.account_id
           WHERE a.id = $1 AND a.owed_micros > 0 AND d.state = 'withdrawn' AND d.owed_micros > 0
           ORDER BY d.withdrawn_at_ms, d.id`,
    values: [accountId],
  };
  const owed = owing.map((row) => ({ id: row.id as string, owedMicros: row.owed_micros as number }));
  for (const { id, micros } of repayments(amountMicros, owed)) {
    yield {
      entry: {
        ...{ accountId, kind: 'adjustment', callSeq: null, actor, amountMicros: toMicros(-micros) },
        ...{ reference: `dispute:${id}:${reference}`, reason: 'repays a payment that was taken back' },
      },
    };
    yield {
      sql: 'UPDATE disputes SET taken_micros = taken_micros + $1, owed_micros = owed_micros - $1 WHERE id = $2',
      values: [micros, id],
    };
    yield {
      sql: 'UPDATE accounts SET owed_micros = owed_micros - $1 WHERE id = $2',
      values: [micros, accountId],
    };
  }
}

/** Call it after a top-up that an operator posted: if the reference is that of an order, the order is paid. */
export function* afterTopUp(input: ToppedUp, moment: WriteMoment): Writing<void> {
  yield* repayOwed(input, moment);
  yield* payOrder({ ...input, id: input.reference }, moment);
}

/** True for one process per interval: that process does the periodic work for all. */
export function* claimPaymentRun(
  { everyMs }: { everyMs: number },
  { nowMs }: WriteMoment,
): Writing<{ isClaimed: boolean }> {
  const rows = yield {
    sql: `UPDATE meta SET value = $1 WHERE name = 'payments_read_at_ms' AND value <= $2 RETURNING value`,
    values: [nowMs, nowMs - everyMs],
  };
  return { isClaimed: rows.length > 0 };
}

/** Which of these references have an entry, and its amount. */
export function* readCredited(
  { references }: { references: string[] },
  { topUpByReference }: Dialect,
): Reading<{ reference: string; amountMicros: Micros }[]> {
  const found: { reference: string; amountMicros: Micros }[] = [];
  for (const reference of references) {
    const row = yield* one(topUpByReference, reference);
    if (row !== undefined) found.push({ reference, amountMicros: toMicros(row.amount_micros as number) });
  }
  return found;
}

/** Refused when the account has too many open orders of the last day. */
export function* orderTopUp(
  input: Actor &
    Pick<TopUpOrder, 'id' | 'accountId' | 'way' | 'amountMicros' | 'savesCard'> & { openMax: number },
  { nowMs }: WriteMoment,
): Writing<{ kind: 'ordered'; order: TopUpOrder } | { kind: 'too_many' } | { kind: 'not_found' }> {
  const [account] = yield { lockAccount: input.accountId };
  if (account === undefined) return { kind: 'not_found' };
  const open = yield {
    sql: `SELECT id FROM topup_orders WHERE account_id = $1 AND state = 'open' AND created_at_ms > $2 LIMIT $3`,
    values: [input.accountId, nowMs - DAY_MS, input.openMax],
  };
  if (open.length >= input.openMax) return { kind: 'too_many' };
  const [row] = yield {
    sql: `INSERT INTO topup_orders (id, account_id, way, amount_micros, state, saves_card, created_at_ms)
          VALUES ($1, $2, $3, $4, 'open', $5, $6) RETURNING *`,
    values: [input.id, input.accountId, input.way, input.amountMicros, input.savesCard ? 1 : 0, nowMs],
  };
  const detail = { account: input.accountId, way: input.way };
  yield { change: { actor: input.actor, action: 'topup.order', subject: input.id, detail } };
  return { kind: 'ordered', order: orders.read(row!) };
}

/** Stores where to pay an open order. */
export function* addressOrder({ id, address }: { id: string; address: string }): Writing<TopUpOrder | null> {
  const [row] = yield {
    sql: `UPDATE topup_orders SET address = $1 WHERE id = $2 AND state = 'open' RETURNING *`,
    values: [address, id],
  };
  return row === undefined ? null : orders.read(row);
}

/** Ends an order that was not paid. A paid order stays paid. */
export function* endOrder({ id }: { id: string }, { nowMs }: WriteMoment): Writing<TopUpOrder | null> {
  const [row] = yield {
    sql: `UPDATE topup_orders SET state = 'ended', ended_at_ms = $1 WHERE id = $2 AND state = 'open' RETURNING *`,
    values: [nowMs, id],
  };
  return row === undefined ? null : orders.read(row);
}

/** By a payment that names the order, however late: even an order that has ended becomes paid. */
function* payOrder(
  { id, accountId, reference }: { id: string; accountId: string; reference: string },
  { nowMs }: WriteMoment,
): Writing<void> {
  yield {
    sql: `UPDATE topup_orders SET state = 'paid', reference = $1, ended_at_ms = $2
           WHERE id = $3 AND account_id = $4 AND state <> 'paid'`,
    values: [reference, nowMs, id, accountId],
  };
}

/** Newest first. */
export function* listOrders(
  input: Paging & { accountId?: string; state?: OrderState },
): Reading<Listed<TopUpOrder>> {
  const positionOf = (order: TopUpOrder) => `${order.createdAtMs}/${order.id}`;
  return yield* newestFirst(
    { table: 'topup_orders', at: 'created_at_ms', read: orders.read, positionOf },
    input,
    byAccountAndState(input),
  );
}

export function* findOrder({ id }: { id: string }): Reading<TopUpOrder | null> {
  const row = yield* one('SELECT * FROM topup_orders WHERE id = $1', id);
  return row === undefined ? null : orders.read(row);
}
