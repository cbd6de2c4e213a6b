// Owns `payments paybacks`.

import { PAYBACK_STATES, type PaybackState } from '../domain/payment.ts';
import { paybackList } from '../features/payments/payment.admin.ts';
import { type CliCommand, given } from './command.ts';
import { show, tableText } from './output.ts';
import { readAllPages } from './pages.ts';
import { withSession } from './session.ts';
import type { Column } from './table.ts';
import { EXIT } from './world.ts';

export interface ShownPayback {
  id: string;
  account_id: string;
  payment: string;
  amount: string;
  currency: string;
  state: PaybackState;
  failure: string | null;
  wanted_at: string;
}

const COLUMNS: Column[] = [
  { title: 'id' },
  { title: 'account' },
  { title: 'wanted' },
  { title: 'state' },
  { title: 'amount', align: 'right' },
  { title: 'payment' },
  { title: 'failure' },
];

export const paymentsPaybacksCommand: CliCommand<[], { account?: string; state?: PaybackState }> = {
  name: 'payments paybacks',
  summary: 'List what went back to cards, the newest first',
  options: [
    { flags: '--account <ACCOUNT>', summary: 'only this account (default: all)' },
    {
      flags: '--state <STATE>',
      summary: 'only those in this state (default: all)',
      choices: [...PAYBACK_STATES],
    },
  ],
  examples: ['payments paybacks', 'payments paybacks --state wanted'],
  run: (call) =>
    withSession(call, async (session) => {
      const only = given({ account: call.options.account, state: call.options.state });
      const paybacks = await readAllPages(async (page) => {
        const answer = await session.run(paybackList, { query: { ...page, ...only } });
        const { paybacks: rows, next_cursor } = answer as unknown as {
          paybacks: ShownPayback[];
          next_cursor: string | null;
        };
        return { rows, next: next_cursor };
      });
      const cells = paybacks.map((one) => [
        ...[one.id, one.account_id, one.wanted_at, one.state, one.amount, one.payment],
        one.failure ?? '',
      ]);
      show(call, { paybacks }, () => tableText(call, COLUMNS, cells, 'There are no such paybacks.'));
      return EXIT.ok;
    }),
};
