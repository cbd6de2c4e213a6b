// The tables of orders, disputes, paybacks, cards and recharges.
import { field } from '../../domain/field-table.ts';
import {
  CARD_FIELDS,
  DISPUTE_FIELDS,
  ORDER_FIELDS,
  PAYBACK_FIELDS,
  RECHARGE_FIELDS,
  RULE_FIELDS,
} from '../../domain/payment.ts';
import { Conditions } from '../steps/reading.ts';
import { storedTable } from '../steps/table.ts';

/** Of a row that duties.ts claims. */
const LEASE = {
  triedAtMs: field.time().orNull(),
  lease: field.text().orNull(),
  leaseUntilMs: field.integer(),
  failures: field.integer(),
};

export const orders = storedTable('topup_orders', ORDER_FIELDS);
export const disputes = storedTable('disputes', DISPUTE_FIELDS, { disputedMicros: field.money() });
export const paybackRows = storedTable('paybacks', PAYBACK_FIELDS, LEASE);
export const recharges = storedTable('recharges', RECHARGE_FIELDS, {
  ...LEASE,
  month: field.text().orNull(),
});
export const savedCards = storedTable('saved_cards', CARD_FIELDS, {
  accountId: field.text(),
  savedAtMs: field.time(),
});
export const rechargePlans = storedTable('recharge_plans', RULE_FIELDS, {
  accountId: field.text(),
  pausedBy: field.text().orNull(),
  declines: field.integer(),
});

export const byAccountAndState = ({ accountId, state }: { accountId?: string; state?: string }) =>
  new Conditions().addGiven('account_id = ?', accountId).addGiven('state = ?', state);
