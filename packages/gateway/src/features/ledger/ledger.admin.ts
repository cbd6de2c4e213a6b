// Checks the ledger against all tables that depend on it: what was added since the last clean check, or everything. It repairs nothing, and
// stores only how far the ledger is verified.

import { formatMoney } from '../../domain/money.ts';
import { Type } from '../../domain/schema.ts';
import type { LedgerReport, Storage } from '../../storage/storage.ts';
import type { AdminCaller, AdminDeps } from '../../verb/deps.ts';
import { Count, Currency, MoneyText, nullable, TimeText, timeOrNull } from '../../verb/fields.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';

const DifferenceView = Type.Object({
  account_id: Type.String(),
  check: Type.String(),
  expected: Type.String(),
  found: Type.String(),
});

/** Stores how far the ledger is verified, for the next check, and the result, for the overview and the metrics. */
async function keepReport(
  { ledger, events }: Pick<Storage, 'ledger' | 'events'>,
  { next, entries, differenceCount }: LedgerReport,
  atMs: number,
): Promise<void> {
  if (next !== null) await ledger.keepCheckpoint(next);
  await ledger.keepVerdict({ atMs, entries, differences: differenceCount });
  if (differenceCount > 0)
    await events.note({ type: 'ledger.difference', data: { difference_count: differenceCount } });
}

export const ledgerVerify = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminVerifyLedger',
  method: 'POST',
  path: '/admin/v1/ledger/verify',
  summary: 'Check the ledger',
  tag: 'Ledger',
  params: Nothing,
  query: Nothing,
  body: Type.Object(
    {
      full: Type.Optional(
        Type.Boolean({
          default: false,
          description: 'From the first entry on, and not only what came since the last clean check.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  result: Type.Object({
    clean: Type.Boolean(),
    since: nullable(TimeText),
    checked_entries: Count,
    checked_calls: Count,
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
  async run({ storage, currency, clock }, { body }) {
    const report = await storage.ledger.verify({ from: body.full === true ? 'start' : 'checkpoint' });
    if (storage.isReadOnly !== true) await keepReport(storage, report, clock.nowMs());
    return {
      clean: report.differenceCount === 0,
      since: timeOrNull(report.sinceMs),
      checked_entries: report.checked.entries,
      checked_calls: report.checked.calls,
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
