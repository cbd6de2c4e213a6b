// Owns the check of the last days' payments against the ledger. It repairs nothing: the hourly reading does.
import { Count } from '../account/fields.ts';
import { failure } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import { RECONCILED_DAYS, verifyPayments } from '../payments/reconcile.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';

const PaymentDifferenceView = Type.Object({
  account_id: Type.String(),
  reference: Type.String(),
  check: Type.String(),
  expected: Type.String(),
  found: Type.String(),
});

/** A month of a large gateway is read in a minute. */
const DAYS_MAX = 31;

export const paymentsVerify = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminComparePayments',
  method: 'GET',
  path: '/admin/v1/payments/differences',
  summary: 'Compare payments at their provider with the ledger',
  tag: 'Payments',
  params: Nothing,
  query: Type.Object({
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: DAYS_MAX, default: RECONCILED_DAYS })),
  }),
  body: Nothing,
  result: Type.Object({
    clean: Type.Boolean(),
    days: Count,
    payments: Count,
    differences: Type.Array(PaymentDifferenceView),
  }),
  async run({ storage, clock, payments }, { query }) {
    const taken = await payments();
    if (taken?.cards == null) return failure('CONFLICT', 'No provider of card payments is configured.');
    const { way, cards } = taken;
    const days = query.days ?? RECONCILED_DAYS;
    const log = { warn: () => {}, error: () => {} };
    const report = await verifyPayments({ storage, clock, way, cards, log }, days).catch(
      (error: Error) => error,
    );
    if (report instanceof Error)
      return failure('UPSTREAM_BUSY', 'The provider of payments cannot be asked right now.', {
        internal: report.message,
      });
    const differences = report.differences.map(({ accountId, ...one }) => ({
      account_id: accountId,
      ...one,
    }));
    return { clean: differences.length === 0, days, payments: report.payments, differences };
  },
});
