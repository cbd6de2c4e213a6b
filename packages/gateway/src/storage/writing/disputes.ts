// Owns disputes at rest: a payment that was taken back, what was taken for it and what is still owed, in one commit with the
// entries. The rules are those of ledger/disputes. A dispute is withdrawn once and reinstated once, in whatever order it is told.
import { toMicros } from '../../domain/money.ts';
import { readDispute } from '../payment-rows.ts';
import type { PaymentVerbs, WithdrawPayment } from '../payment-verbs.ts';
import type { Row } from '../rows.ts';
import { missingOf, takeForOpenDisputes, takeMore, tellDispute } from './open-disputes.ts';
import type { WriteMoment, Writing } from './writing.ts';

type Result<V extends keyof PaymentVerbs> = Awaited<ReturnType<PaymentVerbs[V]>>;

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

export function* withdrawPayment(
  input: WithdrawPayment,
  { nowMs }: WriteMoment,
): Writing<Result<'withdraw'>> {
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
 * A payback may have failed on a node of an older release, or before this one was installed, which let the dispute take nothing. Whoever tells of
 * the dispute again mends that.
 */
function* withdrawAgain(
  { id, payment, disputedMicros, actor }: WithdrawPayment,
  earlier: Row,
): Writing<Result<'withdraw'>> {
  if (earlier.state !== 'withdrawn') return { kind: 'duplicate', dispute: readDispute(earlier) };
  yield {
    sql: 'UPDATE disputes SET disputed_micros = $1 WHERE id = $2 AND disputed_micros IS NULL',
    values: [disputedMicros, id],
  };
  yield* takeForOpenDisputes(payment, actor);
  const [row] = yield { sql: 'SELECT * FROM disputes WHERE id = $1', values: [id] };
  const isMore = row!.applied_micros !== earlier.applied_micros;
  return { kind: isMore ? 'withdrawn' : 'duplicate', dispute: readDispute(row!) };
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
  const dispute = readDispute(row!);
  yield* tellDispute(dispute, input.actor, 'dispute.reinstate');
  yield* takeForOpenDisputes(input.payment, input.actor);
  return { kind: 'reinstated', dispute };
}
