// Paybacks: money that goes back to a card. It leaves the balance in the commit that requests it. The payback keeps its id until the
// provider has accepted or refused it, and a refusal puts the money back. The process that asks the provider may die at any moment. The
// rules are in ledger/paybacks.ts.
import type { AuditAction } from '../../domain/audit-action.ts';
import { formatMoney, type Micros, toMicros } from '../../domain/money.ts';
import type { Payback, PaybackState } from '../../domain/payment.ts';
import { decidePayback } from '../ledger/paybacks.ts';
import { type Listed, newestFirst, type Paging } from '../steps/paging.ts';
import { one, type Reading, type Row } from '../steps/reading.ts';
import type { Actor, WriteMoment, Writing } from '../steps/writing.ts';
import { goneOf, takeForOpenDisputes } from './disputes.ts';
import { GIVEN_UP } from './duties.ts';
import { byAccountAndState, paybackRows } from './payment-rows.ts';

export interface WantPayback
  extends Actor,
    Pick<Payback, 'id' | 'accountId' | 'payment' | 'reference' | 'reason'> {
  /** null: everything that is left of the payment. */
  amountMicros: Micros | null;
}

export type WantedPayback =
  /**
   * The money has left the balance. The caller of this verb now asks the provider. If it dies, another process claims the payback as a duty.
   */
  | { kind: 'wanted'; payback: Payback }
  /** Requested before under this reference; nothing was taken. */
  | { kind: 'duplicate'; payback: Payback }
  /** The reference was used for another account, payment or amount. */
  | { kind: 'conflict' }
  /** The account has no payment of this reference. */
  | { kind: 'unknown_payment' }
  | { kind: 'too_much'; leftMicros: Micros }
  | { kind: 'insufficient'; availableMicros: Micros };

export type PaybackEnd =
  | { kind: 'made' }
  /** `isLate`: the provider had accepted it before, and the money came back. */
  | { kind: 'refused'; failure: string; isLate: boolean };

type ReturnedOfPayment = { payment: string; madeMicros: Micros; wantedMicros: Micros }[];

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
  const payback = paybackRows.read(row!);
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
  const payback = paybackRows.read(row);
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

/** Stores the provider's answer; a refused payback puts the money back into the balance. Idempotent. null for an unknown payback. */
export function* endPayback(
  { id, end, actor }: Actor & { id: string; end: PaybackEnd },
  { nowMs }: WriteMoment,
): Writing<Payback | null> {
  const [found] = yield { sql: 'SELECT account_id FROM paybacks WHERE id = $1', values: [id] };
  if (found === undefined) return null;
  yield { lockAccount: found.account_id as string };
  const isLate = end.kind === 'refused' && end.isLate;
  const [row] = yield {
    sql: `UPDATE paybacks SET state = $1, failure = $2, ended_at_ms = $3, ${GIVEN_UP}
           WHERE id = $4 AND (state = 'wanted' OR (state = 'made' AND $5 = 1)) RETURNING *`,
    values: [end.kind, end.kind === 'refused' ? end.failure : null, nowMs, id, isLate ? 1 : 0],
  };
  if (row === undefined) {
    const [ended] = yield { sql: 'SELECT * FROM paybacks WHERE id = $1', values: [id] };
    return paybackRows.read(ended!);
  }
  const payback = paybackRows.read(row);
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
  action: AuditAction,
): Writing<void> {
  const detail = { account: accountId, payment, amount: formatMoney(amountMicros) };
  yield { change: { actor, action, subject: id, detail } };
}

/** Newest first. */
export function* listPaybacks(
  input: Paging & { accountId?: string; state?: PaybackState },
): Reading<Listed<Payback>> {
  const positionOf = (payback: Payback) => `${payback.wantedAtMs}/${payback.id}`;
  return yield* newestFirst(
    { table: 'paybacks', at: 'wanted_at_ms', read: paybackRows.read, positionOf },
    input,
    byAccountAndState(input),
  );
}

export function* findPayback({ id }: { id: string }): Reading<Payback | null> {
  const row = yield* one('SELECT * FROM paybacks WHERE id = $1', id);
  return row === undefined ? null : paybackRows.read(row);
}

/** What has gone back from each of these payments, and what is on its way; payments without paybacks are left out. */
export function* readPaybacksOf({ payments }: { payments: string[] }): Reading<ReturnedOfPayment> {
  const found: ReturnedOfPayment = [];
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
