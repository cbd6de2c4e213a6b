// Recharges, from the request to the payment, and the rules for them. An account has at most one open recharge. Its amount is fixed under
// the lock of the account, within what the month allows. Its id stays the same until its outcome is known, so that no card is charged
// twice. The limit of the rule is copied to the account's row, where a charge can check it without another query; it is null without a
// rule and while the rule is paused.
import { formatTime, utcDay } from '../../domain/clock.ts';
import { formatMoney, type Micros, toMicros } from '../../domain/money.ts';
import type {
  PauseReason,
  PaymentWay,
  Recharge,
  RechargeRule,
  RechargeState,
  SavedCard,
} from '../../domain/payment.ts';
import { DECLINES_MAX, decideRecharge, type RechargeDecision } from '../ledger/recharge-rules.ts';
import { monthOf } from '../ledger/spend-caps.ts';
import { type Listed, newestFirst, type Paging } from '../steps/paging.ts';
import { one, type Reading, type Row } from '../steps/reading.ts';
import type { Actor, WriteMoment, Writing } from '../steps/writing.ts';
import { GIVEN_UP } from './duties.ts';
import { byAccountAndState, rechargePlans, recharges, savedCards } from './payment-rows.ts';

export interface BegunRecharge {
  recharge: Recharge & { amountMicros: Micros; claimedAtMs: number };
  card: SavedCard;
}

export interface RechargeStandingOf {
  rule: RechargeRule | null;
  pausedBy: PauseReason | null;
  hasCard: boolean;
  /** Debts from disputes; the next top-up repays them first. */
  owedMicros: Micros;
  /** Recharges of this UTC month that are paid or under way. */
  monthMicros: Micros;
}

type BeginRecharge = {
  id: string;
  lease: string;
  way: PaymentWay;
  bounds: { minMicros: Micros; maxMicros: Micros; stepMicros: number };
};

/** `moved`: the recharge was postponed or has ended, or the lease was lost; there is nothing to charge. */
type Begun = { kind: 'begun'; begun: BegunRecharge } | { kind: 'moved' };

const MOVED: Begun = { kind: 'moved' };

/**
 * For the process that has claimed the recharge: fixes its amount under the lock of its account, within its month. A recharge that another
 * process began and did not end is begun again with the same amount.
 */
export function* beginRecharge(input: BeginRecharge, { nowMs }: WriteMoment): Writing<Begun> {
  const { id, lease, way } = input;
  const [due] = yield { sql: 'SELECT account_id FROM recharges WHERE id = $1', values: [id] };
  if (due === undefined) return MOVED;
  const accountId = due.account_id as string;
  const [account] = yield { lockAccount: accountId };
  // Checked under the lock: the lease may have lapsed while this transaction waited for it.
  const [row] = yield {
    sql: 'SELECT * FROM recharges WHERE id = $1 AND lease = $2 AND lease_until_ms > $3',
    values: [id, lease, nowMs],
  };
  const [card] = yield {
    sql: 'SELECT * FROM saved_cards WHERE account_id = $1 AND way = $2',
    values: [accountId, way],
  };
  if (row?.state === 'charging') return yield* beginAgain(row, card, nowMs);
  if (row?.state !== 'wanted') return MOVED;
  return yield* begin(input, { account: account!, row, card, nowMs });
}

/**
 * Requests a recharge for accounts that are below their limit without an open recharge: the rule was set when the balance was already
 * below it, money was taken, or the last recharge was not enough.
 */
export function* wantRecharges(_: undefined, { nowMs }: WriteMoment): Writing<{ wanted: number }> {
  const wanted = yield {
    sql: `INSERT INTO recharges (id, account_id, state, wanted_at_ms, not_before_ms)
          SELECT 'rch_' || a.id || '_' || CAST(a.entry_seq AS text) || '_' || CAST($1 AS text), a.id, 'wanted',
                 CAST($2 AS bigint), CAST($2 AS bigint)
            FROM accounts a
           WHERE a.recharge_below_micros IS NOT NULL AND a.balance_micros < a.recharge_below_micros
             AND NOT EXISTS (SELECT 1 FROM recharges r WHERE r.account_id = a.id AND r.state IN ('wanted', 'charging'))
          ON CONFLICT DO NOTHING RETURNING id`,
    values: [String(nowMs), nowMs],
  };
  return { wanted: wanted.length };
}

interface Wanted {
  account: Row;
  row: Row;
  card: Row | undefined;
  nowMs: number;
}

/** Amount and id stay the same, so that the payment provider recognises the payment. */
function* beginAgain(row: Row, card: Row | undefined, nowMs: number): Writing<Begun> {
  if (card !== undefined) return begun(row, card);
  // It is tried again later: a recharge that cannot be paid must not block all others.
  yield {
    sql: `UPDATE recharges SET tried_at_ms = $1, ${GIVEN_UP} WHERE id = $2`,
    values: [nowMs, row.id as string],
  };
  return MOVED;
}

function begun(row: Row, card: Row): Begun {
  const recharge = recharges.read(row) as BegunRecharge['recharge'];
  return { kind: 'begun', begun: { recharge, card: savedCards.read(card) } };
}

function* begin(input: BeginRecharge, wanted: Wanted): Writing<Begun> {
  const { account, row, card, nowMs } = wanted;
  const accountId = account.id as string;
  const [rule] = yield {
    sql: 'SELECT * FROM recharge_plans WHERE account_id = $1 AND paused_by IS NULL',
    values: [accountId],
  };
  if (rule === undefined) return yield* end(row, 'cancelled', nowMs);
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
    rule: rechargePlans.read(rule),
    monthMicros: past!.month_micros as number,
    lastClaimedAtMs: past!.last_ms as number | null,
    bounds: input.bounds,
  });
  return yield* follow(decision, { ...wanted, card, month, rule: rechargePlans.read(rule) });
}

function* follow(
  decision: RechargeDecision,
  { row, card, nowMs, month, rule }: Wanted & { card: Row; month: string; rule: RechargeRule },
): Writing<Begun> {
  if (decision.kind === 'not_needed') return yield* end(row, 'not_needed', nowMs);
  if (decision.kind === 'wait') {
    yield {
      sql: `UPDATE recharges SET not_before_ms = $1, failures = 0, ${GIVEN_UP} WHERE id = $2`,
      values: [decision.untilMs, row.id as string],
    };
    if (decision.isCapped) {
      const data = { month_max: formatMoney(rule.monthMaxMicros), until: formatTime(decision.untilMs) };
      yield { event: { stream: row.account_id as string, type: 'recharge.capped', data } };
    }
    return MOVED;
  }
  const [taken] = yield {
    sql: `UPDATE recharges SET state = 'charging', amount_micros = $1, month = $2, claimed_at_ms = $3, tried_at_ms = $3
           WHERE id = $4 AND state = 'wanted' RETURNING *`,
    values: [decision.amountMicros, month, nowMs, row.id as string],
  };
  return begun(taken!, card);
}

function* end(row: Row, state: 'cancelled' | 'not_needed', nowMs: number): Writing<Begun> {
  yield {
    sql: `UPDATE recharges SET state = $1, ended_at_ms = $2, ${GIVEN_UP} WHERE id = $3`,
    values: [state, nowMs, row.id as string],
  };
  return MOVED;
}

/** The bank of the card refused. `needsOwner`: only the owner of the card can continue. */
export function* declineRecharge(
  { id, failure, needsOwner }: { id: string; failure: string; needsOwner: boolean },
  { nowMs }: WriteMoment,
): Writing<Recharge | null> {
  const [found] = yield { sql: 'SELECT account_id FROM recharges WHERE id = $1', values: [id] };
  if (found === undefined) return null;
  const accountId = found.account_id as string;
  yield { lockAccount: accountId };
  const [row] = yield {
    sql: `UPDATE recharges SET state = 'declined', failure = $1, ended_at_ms = $2, ${GIVEN_UP}
           WHERE id = $3 AND state = 'charging' RETURNING *`,
    values: [failure, nowMs, id],
  };
  // If the payment has arrived meanwhile, the refusal is ignored.
  if (row === undefined) return null;
  const data = { recharge: id, amount: formatMoney(row.amount_micros as Micros), failure };
  yield { event: { stream: accountId, type: 'recharge.declined', data } };
  const [rule] = yield {
    sql: 'UPDATE recharge_plans SET declines = declines + 1 WHERE account_id = $1 RETURNING declines',
    values: [accountId],
  };
  if (needsOwner) yield* pauseRecharges(accountId, 'authentication_required');
  else if (((rule?.declines ?? 0) as number) >= DECLINES_MAX) yield* pauseRecharges(accountId, 'declined');
  const detail = { recharge: id, failure };
  yield { change: { actor: 'payments', action: 'recharge.decline', subject: accountId, detail } };
  return recharges.read(row);
}

/** The payment is under way. From now on its state is asked for, and it is not made again. */
export function* noteRechargePayment({
  id,
  payment,
}: {
  id: string;
  payment: string;
}): Writing<Recharge | null> {
  const [row] = yield {
    sql: `UPDATE recharges SET payment = $1 WHERE id = $2 AND state = 'charging' RETURNING *`,
    values: [payment, id],
  };
  return row === undefined ? null : recharges.read(row);
}

/** Newest first. */
export function* listRecharges(
  input: Paging & { accountId?: string; state?: RechargeState },
): Reading<Listed<Recharge>> {
  const positionOf = (recharge: Recharge) => `${recharge.wantedAtMs}/${recharge.id}`;
  return yield* newestFirst(
    { table: 'recharges', at: 'wanted_at_ms', read: recharges.read, positionOf },
    input,
    byAccountAndState(input),
  );
}

/** null removes the rule. Setting a rule also ends its pause. */
export function* setRechargeRule(
  { accountId, rule, actor }: Actor & { accountId: string; rule: RechargeRule | null },
  { nowMs }: WriteMoment,
): Writing<{ kind: 'set' } | { kind: 'no_card' } | { kind: 'not_found' }> {
  const [account] = yield { lockAccount: accountId };
  if (account === undefined) return { kind: 'not_found' };
  const cards = yield { sql: 'SELECT way FROM saved_cards WHERE account_id = $1', values: [accountId] };
  if (rule !== null && cards.length === 0) return { kind: 'no_card' };
  yield* setLine(accountId, rule?.belowMicros ?? null);
  if (rule === null) {
    yield { sql: 'DELETE FROM recharge_plans WHERE account_id = $1', values: [accountId] };
    yield* cancelWanted(accountId, nowMs);
  } else {
    yield {
      sql: `INSERT INTO recharge_plans (account_id, below_micros, up_to_micros, month_max_micros, declines, paused_by)
            VALUES ($1, $2, $3, $4, 0, NULL)
            ON CONFLICT (account_id) DO UPDATE SET below_micros = excluded.below_micros,
              up_to_micros = excluded.up_to_micros, month_max_micros = excluded.month_max_micros, declines = 0,
              paused_by = NULL`,
      values: [accountId, rule.belowMicros, rule.upToMicros, rule.monthMaxMicros],
    };
  }
  yield { change: { actor, action: 'recharge.plan', subject: accountId, detail: { plan: rule } } };
  return { kind: 'set' };
}

/** Pauses until the rule is set again. A recharge whose card is being charged ends by itself. */
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
    sql: `UPDATE recharges SET state = 'cancelled', ended_at_ms = $1, ${GIVEN_UP} WHERE account_id = $2 AND state = 'wanted'`,
    values: [nowMs, accountId],
  };
}

export function* readRechargeStanding({
  accountId,
  nowMs,
}: {
  accountId: string;
  nowMs: number;
}): Reading<RechargeStandingOf> {
  const rule = yield* one('SELECT * FROM recharge_plans WHERE account_id = $1', accountId);
  const card = yield* one('SELECT way FROM saved_cards WHERE account_id = $1', accountId);
  const account = yield* one('SELECT owed_micros FROM accounts WHERE id = $1', accountId);
  const spent = yield* one(
    `SELECT CAST(coalesce(sum(amount_micros), 0) AS bigint) AS micros FROM recharges
      WHERE account_id = $1 AND month = $2 AND state IN ('charging', 'paid')`,
    accountId,
    monthOf(utcDay(nowMs)),
  );
  return {
    rule: rule === undefined ? null : rechargePlans.read(rule),
    pausedBy: (rule?.paused_by ?? null) as PauseReason | null,
    hasCard: card !== undefined,
    owedMicros: toMicros((account?.owed_micros ?? 0) as number),
    monthMicros: toMicros((spent?.micros ?? 0) as number),
  };
}
