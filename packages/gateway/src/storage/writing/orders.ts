// Owns orders of top-ups at rest. An order moves no money: it says what a payment was for.
import type { TopUpOrder } from '../../domain/payment.ts';
import { readOrder } from '../payment-rows.ts';
import type { PaymentVerbs } from '../payment-verbs.ts';
import type { WriteMoment, Writing } from './writing.ts';

type Input<V extends keyof PaymentVerbs> = Parameters<PaymentVerbs[V]>[0];
type Result<V extends keyof PaymentVerbs> = Awaited<ReturnType<PaymentVerbs[V]>>;

/** Orders by hand stay open until somebody pays; those of before yesterday hinder nobody. */
const DAY_MS = 86_400_000;

export function* orderTopUp(input: Input<'order'>, { nowMs }: WriteMoment): Writing<Result<'order'>> {
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
  return { kind: 'ordered', order: readOrder(row!) };
}

export function* addressOrder({ id, address }: Input<'address'>): Writing<TopUpOrder | null> {
  const [row] = yield {
    sql: `UPDATE topup_orders SET address = $1 WHERE id = $2 AND state = 'open' RETURNING *`,
    values: [address, id],
  };
  return row === undefined ? null : readOrder(row);
}

export function* endOrder({ id }: Input<'endOrder'>, { nowMs }: WriteMoment): Writing<TopUpOrder | null> {
  const [row] = yield {
    sql: `UPDATE topup_orders SET state = 'ended', ended_at_ms = $1 WHERE id = $2 AND state = 'open' RETURNING *`,
    values: [nowMs, id],
  };
  return row === undefined ? null : readOrder(row);
}

/** By a payment that names it, however late: an order that was given up is paid all the same. */
export function* payOrder(
  { id, accountId, reference }: { id: string; accountId: string; reference: string },
  { nowMs }: WriteMoment,
): Writing<void> {
  yield {
    sql: `UPDATE topup_orders SET state = 'paid', reference = $1, ended_at_ms = $2
           WHERE id = $3 AND account_id = $4 AND state <> 'paid'`,
    values: [reference, nowMs, id, accountId],
  };
}
