// Owns recharges at rest, from the wish to the payment: an account has one open at a time, its amount is fixed under the lock of
// the account within what its month allows, and its id stays the same until its end is known, so that no card is asked twice.
import { formatTime, utcDay } from '../../domain/clock.ts';
import { formatMoney, type Micros } from '../../domain/money.ts';
import type { Recharge, RechargePlan } from '../../domain/payment.ts';
import { DECLINES_MAX, decideRecharge, type RechargeDecision } from '../ledger/recharge-rules.ts';
import { readCard, readPlan, readRecharge } from '../payment-rows.ts';
import type { RechargeVerbs } from '../payment-verbs.ts';
import type { Row } from '../rows.ts';
import { monthOf } from '../spend-caps.ts';
import { pauseRecharges } from './recharge-plans.ts';
import type { WriteMoment, Writing } from './writing.ts';

type Input<V extends keyof RechargeVerbs> = Parameters<RechargeVerbs[V]>[0];
type Claim = Awaited<ReturnType<RechargeVerbs['claim']>>;

const MOVED: Claim = { kind: 'moved' };

export function* claimRecharge(input: Input<'claim'>, moment: WriteMoment): Writing<Claim> {
  const { nowMs } = moment;
  yield* wantMissing(nowMs);
  const [due] = yield {
    sql: `SELECT id, account_id FROM recharges
           WHERE (state = 'wanted' AND not_before_ms <= $1) OR (state = 'charging' AND tried_at_ms <= $2)
           ORDER BY not_before_ms, id LIMIT 1`,
    values: [nowMs, nowMs - input.leaseMs],
  };
  if (due === undefined) return { kind: 'none' };
  const [account] = yield { lockAccount: due.account_id as string };
  // Somebody else may have had it until the lock was ours.
  const [row] = yield { sql: 'SELECT * FROM recharges WHERE id = $1', values: [due.id as string] };
  const [card] = yield {
    sql: 'SELECT * FROM saved_cards WHERE account_id = $1 AND way = $2',
    values: [due.account_id as string, input.way],
  };
  if (row!.state === 'charging') return yield* takeAgain(input, row!, card, nowMs);
  if (row!.state !== 'wanted') return MOVED;
  return yield* begin(input, { account: account!, row: row!, card, nowMs });
}

/** Where an account is below its line and nothing is open: it was set below it, money was taken, or the last one was not enough. */
function* wantMissing(nowMs: number): Writing<void> {
  yield {
    sql: `INSERT INTO recharges (id, account_id, state, wanted_at_ms, not_before_ms)
          SELECT 'rch_' || a.id || '_' || CAST(a.entry_seq AS text) || '_' || CAST($1 AS text), a.id, 'wanted',
                 CAST($2 AS bigint), CAST($2 AS bigint)
            FROM accounts a
           WHERE a.recharge_below_micros IS NOT NULL AND a.balance_micros < a.recharge_below_micros
             AND NOT EXISTS (SELECT 1 FROM recharges r WHERE r.account_id = a.id AND r.state IN ('wanted', 'charging'))
          ON CONFLICT DO NOTHING`,
    values: [String(nowMs), nowMs],
  };
}

interface Wanted {
  account: Row;
  row: Row;
  card: Row | undefined;
  nowMs: number;
}

/** Its amount and its id are those of before: whoever takes the payment knows it again by them. */
function* takeAgain(
  { leaseMs }: Input<'claim'>,
  row: Row,
  card: Row | undefined,
  nowMs: number,
): Writing<Claim> {
  if ((row.tried_at_ms as number) > nowMs - leaseMs) return MOVED;
  // Also without a card: a recharge that nobody can ask for must not stand before all others.
  const [taken] = yield {
    sql: 'UPDATE recharges SET tried_at_ms = $1 WHERE id = $2 RETURNING *',
    values: [nowMs, row.id as string],
  };
  return card === undefined ? MOVED : claimed(taken!, card);
}

function claimed(row: Row, card: Row): Claim {
  const recharge = readRecharge(row) as Extract<Claim, { kind: 'claimed' }>['claimed']['recharge'];
  return { kind: 'claimed', claimed: { recharge, card: readCard(card) } };
}

function* begin(input: Input<'claim'>, wanted: Wanted): Writing<Claim> {
  const { account, row, card, nowMs } = wanted;
  const accountId = account.id as string;
  const [plan] = yield {
    sql: 'SELECT * FROM recharge_plans WHERE account_id = $1 AND paused_by IS NULL',
    values: [accountId],
  };
  if (plan === undefined) return yield* end(row, 'cancelled', nowMs);
  if (card === undefined) {
    yield* pauseRecharges(accountId, 'no_card');
    return yield* end(row, 'cancelled', nowMs);
  }
  const month = monthOf(utcDay(nowMs));
  const [past] = yield {
    sql: `SELECT CAST(coalesce(sum(CASE WHEN month = $2 AND state IN ('charging', 'paid') THEN amount_micros END), 0) AS bigint)
                   AS month_micros, max(claimed_at_ms) AS last_ms FROM recharges WHERE account_id = $1`,
    values: [accountId, month],
  };
  const decision = decideRecharge({
    nowMs,
    balanceMicros: account.balance_micros as number,
    plan: readPlan(plan),
    monthMicros: past!.month_micros as number,
    lastClaimedAtMs: past!.last_ms as number | null,
    bounds: input.bounds,
  });
  return yield* follow(decision, { ...wanted, card, month, plan: readPlan(plan) });
}

function* follow(
  decision: RechargeDecision,
  { row, card, nowMs, month, plan }: Wanted & { card: Row; month: string; plan: RechargePlan },
): Writing<Claim> {
  if (decision.kind === 'not_needed') return yield* end(row, 'not_needed', nowMs);
  if (decision.kind === 'wait') {
    yield {
      sql: 'UPDATE recharges SET not_before_ms = $1 WHERE id = $2',
      values: [decision.untilMs, row.id as string],
    };
    if (decision.isCapped) {
      const data = { month_max: formatMoney(plan.monthMaxMicros), until: formatTime(decision.untilMs) };
      yield { event: { stream: row.account_id as string, type: 'recharge.capped', data } };
    }
    return MOVED;
  }
  const [taken] = yield {
    sql: `UPDATE recharges SET state = 'charging', amount_micros = $1, month = $2, claimed_at_ms = $3, tried_at_ms = $3
           WHERE id = $4 AND state = 'wanted' RETURNING *`,
    values: [decision.amountMicros, month, nowMs, row.id as string],
  };
  return claimed(taken!, card);
}

function* end(row: Row, state: 'cancelled' | 'not_needed', nowMs: number): Writing<Claim> {
  yield {
    sql: 'UPDATE recharges SET state = $1, ended_at_ms = $2 WHERE id = $3',
    values: [state, nowMs, row.id as string],
  };
  return MOVED;
}

export function* declineRecharge(
  { id, failure, needsOwner }: Input<'decline'>,
  { nowMs }: WriteMoment,
): Writing<Recharge | null> {
  const [found] = yield { sql: 'SELECT account_id FROM recharges WHERE id = $1', values: [id] };
  if (found === undefined) return null;
  const accountId = found.account_id as string;
  yield { lockAccount: accountId };
  const [row] = yield {
    sql: `UPDATE recharges SET state = 'declined', failure = $1, ended_at_ms = $2
           WHERE id = $3 AND state = 'charging' RETURNING *`,
    values: [failure, nowMs, id],
  };
  // A payment that arrived meanwhile is worth more than a no.
  if (row === undefined) return null;
  const data = { recharge: id, amount: formatMoney(row.amount_micros as Micros), failure };
  yield { event: { stream: accountId, type: 'recharge.declined', data } };
  const [plan] = yield {
    sql: 'UPDATE recharge_plans SET declines = declines + 1 WHERE account_id = $1 RETURNING declines',
    values: [accountId],
  };
  if (needsOwner) yield* pauseRecharges(accountId, 'authentication_required');
  else if (((plan?.declines ?? 0) as number) >= DECLINES_MAX) yield* pauseRecharges(accountId, 'declined');
  const detail = { recharge: id, failure };
  yield { change: { actor: 'payments', action: 'recharge.decline', subject: accountId, detail } };
  return readRecharge(row);
}

export function* noteRechargePayment({ id, payment }: Input<'notePayment'>): Writing<Recharge | null> {
  const [row] = yield {
    sql: `UPDATE recharges SET payment = $1 WHERE id = $2 AND state = 'charging' RETURNING *`,
    values: [payment, id],
  };
  return row === undefined ? null : readRecharge(row);
}
