// Owns the check of the whole ledger against everything that hangs on it. It repairs nothing.

import { Count, Currency, MoneyText } from '../account/fields.ts';
import { formatMoney } from '../domain/money.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';

const DifferenceView = Type.Object({
  account_id: Type.String(),
  check: Type.String(),
  expected: Type.String(),
  found: Type.String(),
});

export const ledgerVerify = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminVerifyLedger',
  method: 'POST',
  path: '/admin/v1/ledger/verify',
  summary: 'Check the ledger',
  tag: 'Ledger',
  params: Nothing,
  query: Nothing,
  body: Nothing,
  result: Type.Object({
    clean: Type.Boolean(),
    accounts: Count,
    entries: Count,
    calls: Count,
    balance: MoneyText,
    held: MoneyText,
    currency: Currency,
    difference_count: Count,
    differences: Type.Array(DifferenceView, { description: 'The first of them.' }),
  }),
  needs: 'operator',
  async run({ storage, currency, clock }) {
    const report = await storage.ledger.verify();
    await storage.ledger.keepVerdict({
      atMs: clock.nowMs(),
      entries: report.entries,
      differences: report.differenceCount,
    });
    return {
      clean: report.differenceCount === 0,
      accounts: report.accounts,
      entries: report.entries,
      calls: report.calls,
      balance: formatMoney(report.balanceMicros),
      held: formatMoney(report.heldMicros),
      currency,
      difference_count: report.differenceCount,
      differences: report.differences.map(({ accountId, check, expected, found }) => ({
        account_id: accountId,
        check,
        expected,
        found,
      })),
    };
  },
});
