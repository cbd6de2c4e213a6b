// Owns `payments disputes`.
import { disputeList } from '../features/payments/payment.admin.ts';
import { type CliCommand, given } from './command.ts';
import { show, tableText } from './output.ts';
import { readAllPages } from './pages.ts';
import { withSession } from './session.ts';
import type { Column } from './table.ts';
import { EXIT } from './world.ts';

type Shown = Record<
  'id' | 'account_id' | 'withdrawn_at' | 'state' | 'applied' | 'taken' | 'owed' | 'reference',
  string | null
>;

const COLUMNS: Column[] = [
  { title: 'id' },
  { title: 'account' },
  { title: 'withdrawn' },
  { title: 'state' },
  { title: 'applied', align: 'right' },
  { title: 'taken', align: 'right' },
  { title: 'owed', align: 'right' },
  { title: 'reference' },
];

export const paymentsDisputesCommand: CliCommand<[], { account?: string }> = {
  name: 'payments disputes',
  summary: 'List payments that were taken back, the newest first',
  options: [{ flags: '--account <ACCOUNT>', summary: 'only this account (default: all)' }],
  examples: ['payments disputes', 'payments disputes --account acme'],
  run: (call) =>
    withSession(call, async (session) => {
      const only = given({ account: call.options.account });
      const disputes = await readAllPages(async (page) => {
        const answer = await session.run(disputeList, { query: { ...page, ...only } });
        const { disputes: rows, next_cursor } = answer as unknown as {
          disputes: Shown[];
          next_cursor: string | null;
        };
        return { rows, next: next_cursor };
      });
      const cells = disputes.map((one) => [
        one.id,
        one.account_id,
        one.withdrawn_at,
        one.state,
        one.applied,
        one.taken,
        one.owed,
        one.reference,
      ]);
      show(call, { disputes }, () => tableText(call, COLUMNS, cells, 'There are no such disputes.'));
      return EXIT.ok;
    }),
};
