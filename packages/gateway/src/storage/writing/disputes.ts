// Owns disputes at rest: a payment that was taken back, what was taken for it and what is still owed, in one commit with the
// entries. The rules are those of ledger/disputes. A dispute is withdrawn once and reinstated once, in whatever order it is told.
import { formatMoney, toMicros } from '../../domain/money.ts';
import type { Dispute } from '../../domain/payment.ts';
import { appliedOf, withdraw } from '../ledger/disputes.ts';
import { readDispute } from '../payment-rows.ts';
import type { PaymentVerbs, WithdrawPayment } from '../payment-verbs.ts';
import type { Row } from '../rows.ts';
import { GONE_BACK } from './paybacks.ts';
import { pauseRecharges } from './recharge-plans.ts';
import type { WriteMoment, Writing } from './writing.ts';

type Result<V extends keyof PaymentVerbs> = Awaited<ReturnType<PaymentVerbs[V]>>;

interface Found {
  account: Row;
  payment: Row;
  earlier: Row | undefined;
}

function* find({ id, payment: reference }: WithdrawPayment): Writing<Found | null> {
  const [payment] = yield { entryOf: { kind: 'topup', reference } };
  if (payment === undefined) return null;
  const [account] = yield { lockAccount: payment.account_id as string };
  const [earlier] = yield { sql: 'SELECT * FROM disputes WHERE id = $1', values: [id] };
  return { account: account!, payment, earlier };
}

export function* withdrawPayment(
  input: WithdrawPayment,
  { nowMs }: WriteMoment,
): Writing<Result<'withdraw'>> {
  const found = yield* find(input);
  if (found === null) return { kind: 'unknown_payment' };
  const { account, payment, earlier } = found;
  if (earlier !== undefined) return { kind: 'duplicate', dispute: readDispute(earlier) };
  const accountId = account.id as string;
  const [gone] = yield {
    sql: `SELECT CAST(coalesce(sum(applied_micros), 0) AS bigint) AS micros FROM disputes WHERE payment = $1 AND state = 'withdrawn'`,
    values: [input.payment],
  };
  const [back] = yield { sql: GONE_BACK, values: [input.payment] };
  const appliedMicros = appliedOf(
    input.disputedMicros,
    payment.amount_micros as number,
    (gone!.micros as number) + (back!.micros as number),
  );
  const standing = {
    balanceMicros: account.balance_micros as number,
    heldMicros: account.held_micros as number,
  };
  const { takenMicros, owedMicros } = withdraw(standing, appliedMicros);
  const [row] = yield {
    sql: `INSERT INTO disputes (id, account_id, payment, state, applied_micros, taken_micros, owed_micros, withdrawn_at_ms)
          VALUES ($1, $2, $3, 'withdrawn', $4, $5, $6, $7) RETURNING *`,
    values: [input.id, accountId, input.payment, appliedMicros, takenMicros, owedMicros, nowMs],
  };
  yield* move(input, accountId, -takenMicros, `dispute:${input.id}`, 'the payment was taken back');
  yield {
    sql: 'UPDATE accounts SET owed_micros = owed_micros + $1 WHERE id = $2',
    values: [owedMicros, accountId],
  };
  yield* pauseRecharges(accountId, 'dispute');
  const dispute = readDispute(row!);
  yield* tell(input, 'dispute.withdraw', dispute);
  return { kind: 'withdrawn', dispute };
}

export function* reinstatePayment(
  input: WithdrawPayment,
  { nowMs }: WriteMoment,
): Writing<Result<'reinstate'>> {
  const found = yield* find(input);
  if (found === null) return { kind: 'unknown_payment' };
  const { account, earlier } = found;
  const accountId = account.id as string;
  if (earlier?.state === 'reinstated') return { kind: 'duplicate', dispute: readDispute(earlier) };
  const takenMicros = (earlier?.taken_micros ?? 0) as number;
  const owedMicros = (earlier?.owed_micros ?? 0) as number;
  const [row] = yield earlier === undefined
    ? {
        sql: `INSERT INTO disputes (id, account_id, payment, state, applied_micros, taken_micros, owed_micros, withdrawn_at_ms,
                                    reinstated_at_ms) VALUES ($1, $2, $3, 'reinstated', 0, 0, 0, $4, $4) RETURNING *`,
        values: [input.id, accountId, input.payment, nowMs],
      }
    : {
        sql: `UPDATE disputes SET state = 'reinstated', owed_micros = 0, reinstated_at_ms = $1 WHERE id = $2 RETURNING *`,
        values: [nowMs, input.id],
      };
  yield* move(input, accountId, takenMicros, `reinstated:${input.id}`, 'the payment was given back');
  yield {
    sql: 'UPDATE accounts SET owed_micros = owed_micros - $1 WHERE id = $2',
    values: [owedMicros, accountId],
  };
  const dispute = readDispute(row!);
  yield* tell(input, 'dispute.reinstate', dispute);
  return { kind: 'reinstated', dispute };
}

function* move(
  { actor }: WithdrawPayment,
  accountId: string,
  micros: number,
  reference: string,
  reason: string,
): Writing<void> {
  if (micros === 0) return;
  const amountMicros = toMicros(micros);
  yield { entry: { accountId, kind: 'adjustment', amountMicros, callSeq: null, reference, actor, reason } };
}

function* tell({ actor, id, payment }: WithdrawPayment, action: string, dispute: Dispute): Writing<void> {
  const { accountId, state, takenMicros, owedMicros } = dispute;
  const amounts = { taken: formatMoney(takenMicros), owed: formatMoney(owedMicros) };
  const data = { dispute: id, reference: payment, ...amounts };
  yield { event: { stream: accountId, type: `dispute.${state}`, data } };
  yield { change: { actor, action, subject: id, detail: { account: accountId, payment, ...amounts } } };
}
