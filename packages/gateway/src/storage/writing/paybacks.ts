// Owns paybacks at rest: what goes back to a card leaves the balance in the commit that wants it, keeps its id until the provider of the payment
// has said yes or no, and comes back to the balance when it said no. The rules are those of ledger/paybacks.
import { formatMoney, type Micros, toMicros } from '../../domain/money.ts';
import type { Payback } from '../../domain/payment.ts';
import { decidePayback } from '../ledger/paybacks.ts';
import type { PaybackVerbs, WantedPayback, WantPayback } from '../payback-verbs.ts';
import { readPayback } from '../payment-rows.ts';
import type { Row } from '../rows.ts';
import { goneOf, takeForOpenDisputes } from './open-disputes.ts';
import type { WriteMoment, Writing } from './writing.ts';

type Input<V extends keyof PaybackVerbs> = Parameters<PaybackVerbs[V]>[0];
type Claim = Awaited<ReturnType<PaybackVerbs['claim']>>;

export function* wantPayback(input: WantPayback, { nowMs }: WriteMoment): Writing<WantedPayback> {
  const [account] = yield { lockAccount: input.accountId };
  const earlier = yield* findEarlier(input);
  if (earlier !== null) return earlier;
  const [payment] = yield { entryOf: { kind: 'topup', reference: input.payment } };
  if (account === undefined || payment?.account_id !== input.accountId) return { kind: 'unknown_payment' };
  const goneMicros = yield* goneOf(input.payment);
  const paid = { creditedMicros: payment.amount_micros as number, goneMicros };
  const decision = decidePayback(input.amountMicros, paid, standingOf(account));
  if (decision.kind === 'too_much') return { ...decision, leftMicros: toMicros(decision.leftMicros) };
  if (decision.kind === 'insufficient')
    return { ...decision, availableMicros: toMicros(decision.availableMicros) };
  const [row] = yield {
    sql: `INSERT INTO paybacks (id, account_id, payment, amount_micros, state, reference, reason, wanted_at_ms, tried_at_ms)
          VALUES ($1, $2, $3, $4, 'wanted', $5, $6, $7, $7) RETURNING *`,
    values: [
      ...[input.id, input.accountId, input.payment, decision.amountMicros, input.reference, input.reason],
      nowMs,
    ],
  };
  const payback = readPayback(row!);
  yield* move(payback, input.actor, -payback.amountMicros, `payback:${payback.id}`);
  yield* note(payback, input.actor, 'payback.want');
  return { kind: 'wanted', payback };
}

function* findEarlier({
  reference,
  accountId,
  payment,
  amountMicros,
}: WantPayback): Writing<Extract<WantedPayback, { kind: 'duplicate' | 'conflict' }> | null> {
  if (reference === null) return null;
  const [row] = yield { sql: 'SELECT * FROM paybacks WHERE reference = $1', values: [reference] };
  if (row === undefined) return null;
  const payback = readPayback(row);
  const isSame =
    payback.accountId === accountId &&
    payback.payment === payment &&
    (amountMicros === null || payback.amountMicros === amountMicros);
  return isSame ? { kind: 'duplicate', payback } : { kind: 'conflict' };
}

const standingOf = (account: Row) => ({
  balanceMicros: account.balance_micros as number,
  heldMicros: account.held_micros as number,
  grantedMicros: account.granted_micros as number,
  owedMicros: account.owed_micros as number,
});

export function* claimPayback({ leaseMs }: Input<'claim'>, { nowMs }: WriteMoment): Writing<Claim> {
  const [due] = yield {
    sql: `SELECT id, account_id FROM paybacks WHERE state = 'wanted' AND tried_at_ms <= $1 ORDER BY tried_at_ms, id LIMIT 1`,
    values: [nowMs - leaseMs],
  };
  if (due === undefined) return { kind: 'none' };
  yield { lockAccount: due.account_id as string };
  // Somebody else may have had it until the lock was ours.
  const [row] = yield {
    sql: `UPDATE paybacks SET tried_at_ms = $1 WHERE id = $2 AND state = 'wanted' AND tried_at_ms <= $3 RETURNING *`,
    values: [nowMs, due.id as string, nowMs - leaseMs],
  };
  return row === undefined ? { kind: 'moved' } : { kind: 'claimed', payback: readPayback(row) };
}

export function* endPayback(
  { id, end, actor }: Input<'end'>,
  { nowMs }: WriteMoment,
): Writing<Payback | null> {
  const [found] = yield { sql: 'SELECT account_id FROM paybacks WHERE id = $1', values: [id] };
  if (found === undefined) return null;
  yield { lockAccount: found.account_id as string };
  const isLate = end.kind === 'refused' && end.isLate;
  const [row] = yield {
    sql: `UPDATE paybacks SET state = $1, failure = $2, ended_at_ms = $3
           WHERE id = $4 AND (state = 'wanted' OR (state = 'made' AND $5 = 1)) RETURNING *`,
    values: [end.kind, end.kind === 'refused' ? end.failure : null, nowMs, id, isLate ? 1 : 0],
  };
  if (row === undefined) {
    const [ended] = yield { sql: 'SELECT * FROM paybacks WHERE id = $1', values: [id] };
    return readPayback(ended!);
  }
  const payback = readPayback(row);
  if (end.kind === 'refused') {
    yield* move(payback, actor, payback.amountMicros, `payback:${id}:refused`);
    yield* takeForOpenDisputes(payback.payment, actor);
  }
  yield* tell(payback);
  yield* note(payback, actor, end.kind === 'made' ? 'payback.make' : 'payback.refuse');
  return payback;
}

function* move(
  { accountId, reason }: Payback,
  actor: string,
  micros: number,
  reference: string,
): Writing<void> {
  const amountMicros = toMicros(micros);
  yield { entry: { accountId, kind: 'adjustment', amountMicros, callSeq: null, reference, actor, reason } };
}

function* tell({ id, accountId, state, amountMicros, payment, failure }: Payback): Writing<void> {
  const data = { payback: id, amount: formatMoney(amountMicros as Micros), reference: payment };
  if (state === 'made') yield { event: { stream: accountId, type: 'payback.made', data } };
  else yield { event: { stream: accountId, type: 'payback.refused', data: { ...data, failure } } };
}

function* note(
  { id, accountId, payment, amountMicros }: Payback,
  actor: string,
  action: string,
): Writing<void> {
  const detail = { account: accountId, payment, amount: formatMoney(amountMicros) };
  yield { change: { actor, action, subject: id, detail } };
}
