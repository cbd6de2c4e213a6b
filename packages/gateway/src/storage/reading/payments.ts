// Owns the looks at orders, disputes and recharges, the newest first.
import { utcDay } from '../../domain/clock.ts';
import { type Micros, toMicros } from '../../domain/money.ts';
import type { Dispute, PauseReason, Recharge, TopUpOrder } from '../../domain/payment.ts';
import type { Listed, Paging } from '../listed.ts';
import { pageOf } from '../paging.ts';
import { readDispute, readOrder, readPlan, readRecharge } from '../payment-rows.ts';
import type { PaymentVerbs, RechargeStandingOf, RechargeVerbs } from '../payment-verbs.ts';
import type { Row } from '../rows.ts';
import { monthOf } from '../spend-caps.ts';
import { Conditions, type Dialect, one, type Reading } from './reading.ts';

interface PaymentList<T> {
  table: string;
  /** The column of the time by which it is ordered. */
  at: string;
  read(row: Row): T;
  positionOf(item: T): string;
}

function* newestFirst<T>(
  { table, at, read, positionOf }: PaymentList<T>,
  input: Paging & { accountId?: string; state?: string },
): Reading<Listed<T>> {
  const [ms = String(Number.MAX_SAFE_INTEGER), id = ''] = input.after?.split('/') ?? [];
  const where = new Conditions()
    .addGiven('account_id = ?', input.accountId)
    .addGiven('state = ?', input.state);
  const time = where.value(Number(ms));
  where.addPlain(`(${at} < ${time} OR (${at} = ${time} AND id < ${where.value(id)}))`);
  const sql = `SELECT * FROM ${table} WHERE ${where} ORDER BY ${at} DESC, id DESC LIMIT ${where.value(input.limit + 1)}`;
  const rows = yield { sql, values: where.values };
  return pageOf(rows.map(read), input.limit, positionOf);
}

export function* listOrders(input: Parameters<PaymentVerbs['orders']>[0]): Reading<Listed<TopUpOrder>> {
  const positionOf = (order: TopUpOrder) => `${order.createdAtMs}/${order.id}`;
  return yield* newestFirst(
    { table: 'topup_orders', at: 'created_at_ms', read: readOrder, positionOf },
    input,
  );
}

export function* findOrder({ id }: { id: string }): Reading<TopUpOrder | null> {
  const row = yield* one('SELECT * FROM topup_orders WHERE id = $1', id);
  return row === undefined ? null : readOrder(row);
}

export function* listDisputes(input: Parameters<PaymentVerbs['disputes']>[0]): Reading<Listed<Dispute>> {
  const positionOf = (dispute: Dispute) => `${dispute.withdrawnAtMs}/${dispute.id}`;
  return yield* newestFirst(
    { table: 'disputes', at: 'withdrawn_at_ms', read: readDispute, positionOf },
    input,
  );
}

export function* listRecharges(input: Parameters<RechargeVerbs['list']>[0]): Reading<Listed<Recharge>> {
  const positionOf = (recharge: Recharge) => `${recharge.wantedAtMs}/${recharge.id}`;
  return yield* newestFirst(
    { table: 'recharges', at: 'wanted_at_ms', read: readRecharge, positionOf },
    input,
  );
}

export function* readRechargeStanding({
  accountId,
  nowMs,
}: {
  accountId: string;
  nowMs: number;
}): Reading<RechargeStandingOf> {
  const plan = yield* one('SELECT * FROM recharge_plans WHERE account_id = $1', accountId);
  const card = yield* one('SELECT way FROM saved_cards WHERE account_id = $1', accountId);
  const account = yield* one('SELECT owed_micros FROM accounts WHERE id = $1', accountId);
  const spent = yield* one(
    `SELECT CAST(coalesce(sum(amount_micros), 0) AS bigint) AS micros FROM recharges
      WHERE account_id = $1 AND month = $2 AND state IN ('charging', 'paid')`,
    accountId,
    monthOf(utcDay(nowMs)),
  );
  return {
    plan: plan === undefined ? null : readPlan(plan),
    pausedBy: (plan?.paused_by ?? null) as PauseReason | null,
    hasCard: card !== undefined,
    owedMicros: toMicros((account?.owed_micros ?? 0) as number),
    monthMicros: toMicros((spent?.micros ?? 0) as number),
  };
}

/** Which of these references have an entry. */
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
