// What has gone of a payment, and what open disputes about it take once a part of it has come back. A dispute counts no more than its payment
// still has; when a payback fails or another dispute is given back, the payment has more, and the same transaction lets the dispute take it.
import { formatMoney, toMicros } from '../../domain/money.ts';
import type { Dispute } from '../../domain/payment.ts';
import { appliedOf, withdraw } from '../ledger/disputes.ts';
import { readDispute } from '../payment-rows.ts';
import type { Row } from '../rows.ts';
import { pauseRecharges } from './recharge-plans.ts';
import type { Writing } from './writing.ts';

/** By paybacks that were not refused and by disputes that are open. */
export function* goneOf(payment: string): Writing<number> {
  const [back] = yield {
    sql: `SELECT CAST(coalesce(sum(amount_micros), 0) AS bigint) AS micros FROM paybacks
           WHERE payment = $1 AND state <> 'refused'`,
    values: [payment],
  };
  const [disputed] = yield {
    sql: `SELECT CAST(coalesce(sum(applied_micros), 0) AS bigint) AS micros FROM disputes WHERE payment = $1 AND state = 'withdrawn'`,
    values: [payment],
  };
  return (back!.micros as number) + (disputed!.micros as number);
}

/** Under the lock of the account. The oldest dispute is the first to take. */
export function* takeForOpenDisputes(payment: string, actor: string): Writing<void> {
  const open = yield {
    sql: `SELECT * FROM disputes WHERE payment = $1 AND state = 'withdrawn' ORDER BY withdrawn_at_ms, id`,
    values: [payment],
  };
  for (const dispute of open) {
    const moreMicros = yield* missingOf(dispute);
    if (moreMicros > 0) yield* takeMore(dispute, moreMicros, actor);
  }
}

/** What a dispute may count beyond what it counts already. Without its amount, which older releases did not write down, nothing. */
export function* missingOf(dispute: Row): Writing<number> {
  const disputedMicros = (dispute.disputed_micros ?? dispute.applied_micros) as number;
  const payment = dispute.payment as string;
  const [credited] = yield { entryOf: { kind: 'topup', reference: payment } };
  const goneMicros = yield* goneOf(payment);
  const leftMicros = disputedMicros - (dispute.applied_micros as number);
  return appliedOf(leftMicros, credited!.amount_micros as number, goneMicros);
}

/** Takes what the balance has, and writes down the rest as owed. */
export function* takeMore(dispute: Row, moreMicros: number, actor: string): Writing<Dispute> {
  const [accountId, id] = [dispute.account_id as string, dispute.id as string];
  const [account] = yield { lockAccount: accountId };
  const { takenMicros, owedMicros } = withdraw(
    { balanceMicros: account!.balance_micros as number, heldMicros: account!.held_micros as number },
    moreMicros,
  );
  const [row] = yield {
    sql: `UPDATE disputes SET applied_micros = applied_micros + $1, taken_micros = taken_micros + $2, owed_micros = owed_micros + $3
           WHERE id = $4 RETURNING *`,
    values: [moreMicros, takenMicros, owedMicros, id],
  };
  if (takenMicros > 0) yield* take(dispute, takenMicros, actor);
  yield {
    sql: 'UPDATE accounts SET owed_micros = owed_micros + $1 WHERE id = $2',
    values: [owedMicros, accountId],
  };
  yield* pauseRecharges(accountId, 'dispute');
  const taken = readDispute(row!);
  yield* tellDispute(taken, actor, 'dispute.withdraw');
  return taken;
}

/** What a dispute counts only grows while it is open, so the amount before names each further entry once. */
function* take(dispute: Row, takenMicros: number, actor: string): Writing<void> {
  const first = `dispute:${dispute.id}`;
  const before = dispute.applied_micros as number;
  yield {
    entry: {
      ...{ accountId: dispute.account_id as string, kind: 'adjustment', callSeq: null, actor },
      amountMicros: toMicros(-takenMicros),
      reference: before === 0 ? first : `${first}:after:${before}`,
      reason: 'the payment was taken back',
    },
  };
}

export function* tellDispute(dispute: Dispute, actor: string, action: string): Writing<void> {
  const { id, accountId, payment, state, takenMicros, owedMicros } = dispute;
  const amounts = { taken: formatMoney(takenMicros), owed: formatMoney(owedMicros) };
  const data = { dispute: id, reference: payment, ...amounts };
  yield { event: { stream: accountId, type: `dispute.${state}`, data } };
  yield { change: { actor, action, subject: id, detail: { account: accountId, payment, ...amounts } } };
}
