// Owns what an account has said about recharges: its plan, and why it rests. The line of the plan stands in the row of the
// account as well, where a charge that crosses it finds it without another statement; without a plan, or at rest, there is none.
import type { PauseReason } from '../../domain/payment.ts';
import type { RechargeVerbs } from '../payment-verbs.ts';
import type { WriteMoment, Writing } from './writing.ts';

type Input<V extends keyof RechargeVerbs> = Parameters<RechargeVerbs[V]>[0];
type Result<V extends keyof RechargeVerbs> = Awaited<ReturnType<RechargeVerbs[V]>>;

export function* setRechargePlan(
  { accountId, plan, actor }: Input<'setPlan'>,
  { nowMs }: WriteMoment,
): Writing<Result<'setPlan'>> {
  const [account] = yield { lockAccount: accountId };
  if (account === undefined) return { kind: 'not_found' };
  const cards = yield { sql: 'SELECT way FROM saved_cards WHERE account_id = $1', values: [accountId] };
  if (plan !== null && cards.length === 0) return { kind: 'no_card' };
  yield* setLine(accountId, plan?.belowMicros ?? null);
  if (plan === null) {
    yield { sql: 'DELETE FROM recharge_plans WHERE account_id = $1', values: [accountId] };
    yield* cancelWanted(accountId, nowMs);
  } else {
    yield {
      sql: `INSERT INTO recharge_plans (account_id, below_micros, up_to_micros, month_max_micros, declines, paused_by)
            VALUES ($1, $2, $3, $4, 0, NULL)
            ON CONFLICT (account_id) DO UPDATE SET below_micros = excluded.below_micros,
              up_to_micros = excluded.up_to_micros, month_max_micros = excluded.month_max_micros, declines = 0,
              paused_by = NULL`,
      values: [accountId, plan.belowMicros, plan.upToMicros, plan.monthMaxMicros],
    };
  }
  yield { change: { actor, action: 'recharge.plan', subject: accountId, detail: { plan } } };
  return { kind: 'set' };
}

/** Until somebody sets the plan again. One whose card is being asked ends by itself. */
export function* pauseRecharges(accountId: string, by: PauseReason): Writing<void> {
  const paused = yield {
    sql: 'UPDATE recharge_plans SET paused_by = $1 WHERE account_id = $2 AND paused_by IS NULL RETURNING account_id',
    values: [by, accountId],
  };
  if (paused.length === 0) return;
  yield* setLine(accountId, null);
  yield { event: { stream: accountId, type: 'recharge.paused', data: { reason: by } } };
}

function* setLine(accountId: string, belowMicros: number | null): Writing<void> {
  yield {
    sql: 'UPDATE accounts SET recharge_below_micros = $1 WHERE id = $2',
    values: [belowMicros, accountId],
  };
}

function* cancelWanted(accountId: string, nowMs: number): Writing<void> {
  yield {
    sql: `UPDATE recharges SET state = 'cancelled', ended_at_ms = $1 WHERE account_id = $2 AND state = 'wanted'`,
    values: [nowMs, accountId],
  };
}
