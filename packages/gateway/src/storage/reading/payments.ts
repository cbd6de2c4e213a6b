// Owns the looks at orders, disputes, paybacks and recharges, the newest first.
import { utcDay } from '../../domain/clock.ts';
import { type Micros, toMicros } from '../../domain/money.ts';
import type { Dispute, PauseReason, Payback, Recharge, TopUpOrder } from '../../domain/payment.ts';
import type { Listed } from '../listed.ts';
import type { PaybackVerbs } from '../payback-verbs.ts';
import { readDispute, readOrder, readPayback, readPlan, readRecharge } from '../payment-rows.ts';
import type { PaymentVerbs, RechargeStandingOf, RechargeVerbs } from '../payment-verbs.ts';
import { monthOf } from '../spend-caps.ts';
import { newestFirst } from './newest-first.ts';
import { Conditions, type Dialect, one, type Reading } from './reading.ts';

const whose = ({ accountId, state }: { accountId?: string; state?: string }) =>
  new Conditions().addGiven('account_id = ?', accountId).addGiven('state = ?', state);

export function* listOrders(input: Parameters<PaymentVerbs['orders']>[0]): Reading<Listed<TopUpOrder>> {
  const positionOf = (order: TopUpOrder) => `${order.createdAtMs}/${order.id}`;
  return yield* newestFirst(
    { table: 'topup_orders', at: 'created_at_ms', read: readOrder, positionOf },
    input,
    whose(input),
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
    whose(input),
  );
}

export function* listPaybacks(input: Parameters<PaybackVerbs['list']>[0]): Reading<Listed<Payback>> {
  const positionOf = (payback: Payback) => `${payback.wantedAtMs}/${payback.id}`;
  return yield* newestFirst(
    { table: 'paybacks', at: 'wanted_at_ms', read: readPayback, positionOf },
    input,
    whose(input),
  );
}

export function* findPayback({ id }: { id: string }): Reading<Payback | null> {
  const row = yield* one('SELECT * FROM paybacks WHERE id = $1', id);
  return row === undefined ? null : readPayback(row);
}

export function* readPaybacksOf({
  payments,
}: Parameters<PaybackVerbs['ofPayments']>[0]): Reading<Awaited<ReturnType<PaybackVerbs['ofPayments']>>> {
  const found: Awaited<ReturnType<PaybackVerbs['ofPayments']>> = [];
  for (const payment of payments) {
    const row = yield* one(
      `SELECT CAST(coalesce(sum(CASE state WHEN 'made' THEN amount_micros END), 0) AS bigint) AS made,
              CAST(coalesce(sum(CASE state WHEN 'wanted' THEN amount_micros END), 0) AS bigint) AS wanted
         FROM paybacks WHERE payment = $1`,
      payment,
    );
    const [madeMicros, wantedMicros] = [toMicros(row!.made as number), toMicros(row!.wanted as number)];
    if (madeMicros + wantedMicros > 0) found.push({ payment, madeMicros, wantedMicros });
  }
  return found;
}

export function* listRecharges(input: Parameters<RechargeVerbs['list']>[0]): Reading<Listed<Recharge>> {
  const positionOf = (recharge: Recharge) => `${recharge.wantedAtMs}/${recharge.id}`;
  return yield* newestFirst(
    { table: 'recharges', at: 'wanted_at_ms', read: readRecharge, positionOf },
    input,
    whose(input),
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

type Disputed = Awaited<ReturnType<PaymentVerbs['disputed']>>;

export function* readDisputed(
  { payments }: Parameters<PaymentVerbs['disputed']>[0],
  { topUpByReference }: Dialect,
): Reading<Disputed> {
  const found: Disputed = [];
  for (const payment of payments) {
    const paid = yield* one(topUpByReference, payment);
    if (paid === undefined) continue;
    const open = yield* one(
      `SELECT CAST(coalesce(sum(applied_micros), 0) AS bigint) AS micros FROM disputes WHERE payment = $1 AND state = 'withdrawn'`,
      payment,
    );
    found.push({
      ...{ payment, accountId: paid.account_id as string },
      creditedMicros: toMicros(paid.amount_micros as number),
      appliedMicros: toMicros(open!.micros as number),
    });
  }
  return found;
}
