// Disputes: a payment that the payer's bank took back, what was taken from the balance for it and what is still owed, in one commit with
// the entries. The rules are in ledger/disputes.ts. A dispute is withdrawn once and reinstated once, even if the provider's messages
// arrive out of sequence. It never applies to more than its payment still has. When a payback fails or another dispute is reinstated, the
// same transaction lets the dispute take the rest.
import type { AuditAction } from '../../domain/audit-action.ts';
import { formatMoney, type Micros, toMicros } from '../../domain/money.ts';
import type { Dispute } from '../../domain/payment.ts';
import { appliedOf, withdraw } from '../ledger/disputes.ts';
import { type Listed, newestFirst, type Paging } from '../steps/paging.ts';
import { type Dialect, one, type Reading, type Row } from '../steps/reading.ts';
import type { Actor, WriteMoment, Writing } from '../steps/writing.ts';
import { byAccountAndState, disputes } from './payment-rows.ts';
import { pauseRecharges } from './recharges.ts';

export interface WithdrawPayment extends Actor {
  id: string;
  /** The reference of the payment. */
  payment: string;
  disputedMicros: Micros;
}

type WithdrawPaymentResult =
  | { kind: 'withdrawn' | 'duplicate'; dispute: Dispute }
  | { kind: 'unknown_payment' };

export interface DisputedPayment {
  payment: string;
  accountId: string;
  creditedMicros: Micros;
  appliedMicros: Micros;
}

interface Found {
  account: Row;
  earlier: Row | undefined;
}

function* find({ id, payment: reference }: WithdrawPayment): Writing<Found | null> {
  const [payment] = yield { entryOf: { kind: 'topup', reference } };
  if (payment === undefined) return null;
  const [account] = yield { lockAccount: payment.account_id as string };
  const [earlier] = yield { sql: 'SELECT * FROM disputes WHERE id = $1', values: [id] };
  return { account: account!, earlier };
}

/** Takes the available part of a withdrawn payment; the rest is owed. Idempotent. */
export function* withdrawPayment(
  input: WithdrawPayment,
  { nowMs }: WriteMoment,
): Writing<WithdrawPaymentResult> {
  const found = yield* find(input);
  if (found === null) return { kind: 'unknown_payment' };
  const { account, earlier } = found;
  if (earlier !== undefined) return yield* withdrawAgain(input, earlier);
  const [row] = yield {
    sql: `INSERT INTO disputes (id, account_id, payment, state, disputed_micros, applied_micros, taken_micros, owed_micros, withdrawn_at_ms)
          VALUES ($1, $2, $3, 'withdrawn', $4, 0, 0, 0, $5) RETURNING *`,
    values: [input.id, account.id as string, input.payment, input.disputedMicros, nowMs],
  };
  const dispute = yield* takeMore(row!, yield* missingOf(row!), input.actor);
  return { kind: 'withdrawn', dispute };
}

/**
 * A dispute may have taken too little: if a payback failed on an older release, that release did not let the dispute take the rest.
 * Repeating the withdrawal repairs this.
 */
function* withdrawAgain(
  { id, payment, disputedMicros, actor }: WithdrawPayment,
  earlier: Row,
): Writing<WithdrawPaymentResult> {
  if (earlier.state !== 'withdrawn') return { kind: 'duplicate', dispute: disputes.read(earlier) };
  yield {
    sql: 'UPDATE disputes SET disputed_micros = $1 WHERE id = $2 AND disputed_micros IS NULL',
    values: [disputedMicros, id],
  };
  yield* takeForOpenDisputes(payment, actor);
  const [row] = yield { sql: 'SELECT * FROM disputes WHERE id = $1', values: [id] };
  const isMore = row!.applied_micros !== earlier.applied_micros;
  return { kind: isMore ? 'withdrawn' : 'duplicate', dispute: disputes.read(row!) };
}

/**
 * Gives back what was taken. If the withdrawal has not arrived yet, the dispute is stored as reinstated, and the withdrawal will take
 * nothing.
 */
export function* reinstatePayment(
  input: WithdrawPayment,
  { nowMs }: WriteMoment,
): Writing<{ kind: 'reinstated' | 'duplicate'; dispute: Dispute } | { kind: 'unknown_payment' }> {
  const found = yield* find(input);
  if (found === null) return { kind: 'unknown_payment' };
  const { account, earlier } = found;
  const accountId = account.id as string;
  if (earlier?.state === 'reinstated') return { kind: 'duplicate', dispute: disputes.read(earlier) };
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
  if (takenMicros > 0)
    yield {
      entry: {
        ...{ accountId, kind: 'adjustment', callSeq: null, actor: input.actor },
        amountMicros: toMicros(takenMicros),
        reference: `reinstated:${input.id}`,
        reason: 'the payment was given back',
      },
    };
  yield {
    sql: 'UPDATE accounts SET owed_micros = owed_micros - $1 WHERE id = $2',
    values: [owedMicros, accountId],
  };
  const dispute = disputes.read(row!);
  yield* noteDispute(dispute, input.actor, 'dispute.reinstate');
  yield* takeForOpenDisputes(input.payment, input.actor);
  return { kind: 'reinstated', dispute };
}

/** Newest first. */
export function* listDisputes(input: Paging & { accountId?: string }): Reading<Listed<Dispute>> {
  const positionOf = (dispute: Dispute) => `${dispute.withdrawnAtMs}/${dispute.id}`;
  return yield* newestFirst(
    { table: 'disputes', at: 'withdrawn_at_ms', read: disputes.read, positionOf },
    input,
    byAccountAndState(input),
  );
}

/** For those of these payments that have been credited: the credited amount, and how much of it open disputes apply to. */
export function* readDisputed(
  { payments }: { payments: string[] },
  { topUpByReference }: Dialect,
): Reading<DisputedPayment[]> {
  const found: DisputedPayment[] = [];
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

/** What has left a payment: by paybacks that were not refused and by open disputes. */
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

/** Call it under the lock of the account. The oldest dispute takes first. */
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

/** How much more a dispute may apply to. 0 if its amount is unknown, because older releases did not store it. */
function* missingOf(dispute: Row): Writing<number> {
  const disputedMicros = (dispute.disputed_micros ?? dispute.applied_micros) as number;
  const payment = dispute.payment as string;
  const [credited] = yield { entryOf: { kind: 'topup', reference: payment } };
  const goneMicros = yield* goneOf(payment);
  const leftMicros = disputedMicros - (dispute.applied_micros as number);
  return appliedOf(leftMicros, credited!.amount_micros as number, goneMicros);
}

/** Takes what the balance has, and stores the rest as owed. */
function* takeMore(dispute: Row, moreMicros: number, actor: string): Writing<Dispute> {
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
  const taken = disputes.read(row!);
  yield* noteDispute(taken, actor, 'dispute.withdraw');
  return taken;
}

/**
 * The amount that a dispute applies to only grows while it is open, so the amount before makes a unique reference for each further entry.
 */
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

function* noteDispute(dispute: Dispute, actor: string, action: AuditAction): Writing<void> {
  const { id, accountId, payment, state, takenMicros, owedMicros } = dispute;
  const amounts = { taken: formatMoney(takenMicros), owed: formatMoney(owedMicros) };
  const data = { dispute: id, reference: payment, ...amounts };
  yield { event: { stream: accountId, type: `dispute.${state}`, data } };
  yield { change: { actor, action, subject: id, detail: { account: accountId, payment, ...amounts } } };
}
