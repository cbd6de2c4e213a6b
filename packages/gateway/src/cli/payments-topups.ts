// Owns `payments topups`.

import { ORDER_STATES, type OrderState } from '../domain/payment.ts';
import { topupOrderList } from '../features/payments/payment.admin.ts';
import { type CliCommand, given } from './command.ts';
import { show, tableText } from './output.ts';
import { readAllPages } from './pages.ts';
import { withSession } from './session.ts';
import type { Column } from './table.ts';
import { EXIT } from './world.ts';

type Shown = Record<
  'id' | 'account_id' | 'created_at' | 'way' | 'state' | 'amount' | 'reference',
  string | null
>;

const COLUMNS: Column[] = [
  { title: 'id' },
  { title: 'account' },
  { title: 'ordered' },
  { title: 'way' },
  { title: 'state' },
  { title: 'amount', align: 'right' },
  { title: 'reference' },
];

export const paymentsTopupsCommand: CliCommand<[], { account?: string; state?: OrderState }> = {
  name: 'payments topups',
  summary: 'List top-ups that callers ordered, the newest first',
  options: [
    { flags: '--account <ACCOUNT>', summary: 'only this account (default: all)' },
    {
      flags: '--state <STATE>',
      summary: 'only those in this state (default: all)',
      choices: [...ORDER_STATES],
    },
  ],
  examples: ['payments topups', 'payments topups --account acme'],
  run: (call) =>
    withSession(call, async (session) => {
      const only = given({ account: call.options.account, state: call.options.state });
      const topups = await readAllPages(async (page) => {
        const answer = await session.run(topupOrderList, { query: { ...page, ...only } });
        const { topups: rows, next_cursor } = answer as unknown as {
          topups: Shown[];
          next_cursor: string | null;
        };
        return { rows, next: next_cursor };
      });
      const cells = topups.map((one) => [
        one.id,
        one.account_id,
        one.created_at,
        one.way,
        one.state,
        one.amount,
        one.reference,
      ]);
      show(call, { topups }, () => tableText(call, COLUMNS, cells, 'There are no such top-ups.'));
      return EXIT.ok;
    }),
};
