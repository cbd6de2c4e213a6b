// Owns the crediting of payments: one entry for each reference, whoever tells of it and however often, in one commit with
// whatever hangs on it. What disputes left owing is repaid from it at once, so that a debt is never carried past a top-up.
import { formatMoney, MICROS_MAX, toMicros } from '../../domain/money.ts';
import { repayments } from '../ledger/disputes.ts';
import type { CreditPayment, CreditResult } from '../payment-verbs.ts';
import { payOrder } from './orders.ts';
import type { WriteMoment, Writing } from './writing.ts';

export function* creditPayment(input: CreditPayment, moment: WriteMoment): Writing<CreditResult> {
  const { accountId, amountMicros, reference, actor } = input;
  const [account] = yield { lockAccount: accountId };
  const [earlier] = yield { entryOf: { kind: 'topup', reference } };
  if (earlier !== undefined) {
    const isSame = earlier.account_id === accountId && earlier.amount_micros === amountMicros;
    return { kind: isSame ? 'duplicate' : 'conflict' };
  }
  if (account === undefined) return { kind: 'not_found' };
  if ((account.balance_micros as number) + amountMicros > MICROS_MAX) return { kind: 'refused' };
  const entry = { accountId, amountMicros, reference, actor, callSeq: null, reason: null };
  yield { entry: { ...entry, kind: 'topup' } };
  yield* repayOwed(input, moment);
  yield* endWhatItPaid(input, moment);
  const detail = { reference, order: input.orderId, recharge: input.rechargeId };
  yield { change: { actor, action: 'account.topup', subject: accountId, detail } };
  return { kind: 'credited' };
}

function* endWhatItPaid(input: CreditPayment, moment: WriteMoment): Writing<void> {
  const { accountId, amountMicros, reference, orderId, rechargeId, card } = input;
  if (orderId !== null) yield* payOrder({ id: orderId, accountId, reference }, moment);
  if (rechargeId !== null) {
    const paid = yield {
      sql: `UPDATE recharges SET state = 'paid', payment = $1, failure = NULL, ended_at_ms = $2
             WHERE id = $3 AND account_id = $4 AND state <> 'paid' AND amount_micros = $5 RETURNING id`,
      values: [reference, moment.nowMs, rechargeId, accountId, amountMicros],
    };
    const data = { recharge: rechargeId, amount: formatMoney(amountMicros), reference };
    if (paid.length > 0) yield { event: { stream: accountId, type: 'recharge.paid', data } };
    yield { sql: 'UPDATE recharge_plans SET declines = 0 WHERE account_id = $1', values: [accountId] };
  }
  if (card === null) return;
  yield {
    sql: `INSERT INTO saved_cards (account_id, way, customer, card, saved_at_ms) VALUES ($1, $2, $3, $4, $5)
          ON CONFLICT (account_id) DO UPDATE SET
            way = excluded.way, customer = excluded.customer, card = excluded.card, saved_at_ms = excluded.saved_at_ms`,
    values: [accountId, card.way, card.customer, card.card, moment.nowMs],
  };
}

export interface ToppedUp {
  accountId: string;
  amountMicros: number;
  reference: string;
  actor: string;
}

/** After any top-up, under the lock of its account. */
export function* repayOwed(
  { accountId, amountMicros, reference, actor }: ToppedUp,
  _moment: WriteMoment,
): Writing<void> {
  const owing = yield {
    sql: `SELECT d.id, d.owed_micros FROM disputes d JOIN accounts a ON a.id = d.account_id
           WHERE a.id = $1 AND a.owed_micros > 0 AND d.state = 'withdrawn' AND d.owed_micros > 0
           ORDER BY d.withdrawn_at_ms, d.id`,
    values: [accountId],
  };
  const owed = owing.map((row) => ({ id: row.id as string, owedMicros: row.owed_micros as number }));
  for (const { id, micros } of repayments(amountMicros, owed)) {
    yield {
      entry: {
        ...{ accountId, kind: 'adjustment', callSeq: null, actor, amountMicros: toMicros(-micros) },
        ...{ reference: `dispute:${id}:${reference}`, reason: 'repays a payment that was taken back' },
      },
    };
    yield {
      sql: 'UPDATE disputes SET taken_micros = taken_micros + $1, owed_micros = owed_micros - $1 WHERE id = $2',
      values: [micros, id],
    };
    yield {
      sql: 'UPDATE accounts SET owed_micros = owed_micros - $1 WHERE id = $2',
      values: [micros, accountId],
    };
  }
}

/** After a top-up that an operator posts: the reference of an order pays the order. */
export function* afterTopUp(input: ToppedUp, moment: WriteMoment): Writing<void> {
  yield* repayOwed(input, moment);
  yield* payOrder({ ...input, id: input.reference }, moment);
}
