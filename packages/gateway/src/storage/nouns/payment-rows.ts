// Reads orders, disputes, paybacks, cards and recharges from database rows.
import { type Micros, toMicros } from '../../domain/money.ts';
import type {
  Dispute,
  DisputeState,
  OrderState,
  Payback,
  PaybackState,
  PaymentWay,
  Recharge,
  RechargeRule,
  RechargeState,
  SavedCard,
  TopUpOrder,
} from '../../domain/payment.ts';
import { Conditions, type Row } from '../steps/reading.ts';

const amount = (value: Row[string] | undefined) => toMicros(value as number);
const text = (value: Row[string] | undefined) => value as string;
const textOrNull = (value: Row[string] | undefined) => (value ?? null) as string | null;
const timeOrNull = (value: Row[string] | undefined) => (value ?? null) as number | null;

export function readOrder(row: Row): TopUpOrder {
  return {
    id: text(row.id),
    accountId: text(row.account_id),
    way: text(row.way) as PaymentWay,
    amountMicros: amount(row.amount_micros),
    state: text(row.state) as OrderState,
    savesCard: row.saves_card === 1,
    address: textOrNull(row.address),
    reference: textOrNull(row.reference),
    createdAtMs: row.created_at_ms as number,
    endedAtMs: timeOrNull(row.ended_at_ms),
  };
}

export function readDispute(row: Row): Dispute {
  return {
    id: text(row.id),
    accountId: text(row.account_id),
    payment: text(row.payment),
    state: text(row.state) as DisputeState,
    appliedMicros: amount(row.applied_micros),
    takenMicros: amount(row.taken_micros),
    owedMicros: amount(row.owed_micros),
    withdrawnAtMs: row.withdrawn_at_ms as number,
    reinstatedAtMs: timeOrNull(row.reinstated_at_ms),
  };
}

export function readPayback(row: Row): Payback {
  return {
    id: text(row.id),
    accountId: text(row.account_id),
    payment: text(row.payment),
    amountMicros: amount(row.amount_micros),
    state: text(row.state) as PaybackState,
    reference: textOrNull(row.reference),
    reason: text(row.reason),
    failure: textOrNull(row.failure),
    wantedAtMs: row.wanted_at_ms as number,
    endedAtMs: timeOrNull(row.ended_at_ms),
  };
}

export function rechargeRuleOf(row: Row): RechargeRule {
  return {
    belowMicros: amount(row.below_micros),
    upToMicros: amount(row.up_to_micros),
    monthMaxMicros: amount(row.month_max_micros),
  };
}

export function readCard(row: Row): SavedCard {
  return { way: text(row.way) as PaymentWay, customer: text(row.customer), card: text(row.card) };
}

export function readRecharge(row: Row): Recharge {
  return {
    id: text(row.id),
    accountId: text(row.account_id),
    state: text(row.state) as RechargeState,
    amountMicros: row.amount_micros as Micros | null,
    payment: textOrNull(row.payment),
    failure: textOrNull(row.failure),
    wantedAtMs: row.wanted_at_ms as number,
    notBeforeMs: row.not_before_ms as number,
    claimedAtMs: timeOrNull(row.claimed_at_ms),
    endedAtMs: timeOrNull(row.ended_at_ms),
  };
}

export const byAccountAndState = ({ accountId, state }: { accountId?: string; state?: string }) =>
  new Conditions().addGiven('account_id = ?', accountId).addGiven('state = ?', state);
