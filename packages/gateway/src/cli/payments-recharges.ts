// Owns `payments recharges`.

import { RECHARGE_STATES, type RechargeState } from '../domain/payment.ts';
import { rechargeList } from '../features/payments/payment.admin.ts';
import { type CliCommand, given } from './command.ts';
import { show, tableText } from './output.ts';
import { readAllPages } from './pages.ts';
import { withSession } from './session.ts';
import type { Column } from './table.ts';
import { EXIT } from './world.ts';

type Shown = Record<
  'id' | 'account_id' | 'wanted_at' | 'state' | 'amount' | 'failure' | 'reference',
  string | null
>;

const COLUMNS: Column[] = [
  { title: 'id' },
  { title: 'account' },
  { title: 'wanted' },
  { title: 'state' },
  { title: 'amount', align: 'right' },
  { title: 'failure' },
  { title: 'reference' },
];

export const paymentsRechargesCommand: CliCommand<[], { account?: string; state?: RechargeState }> = {
  name: 'payments recharges',
  summary: 'List recharges by saved cards, the newest first',
  options: [
    { flags: '--account <ACCOUNT>', summary: 'only this account (default: all)' },
    {
      flags: '--state <STATE>',
      summary: 'only those in this state (default: all)',
      choices: [...RECHARGE_STATES],
    },
  ],
  examples: ['payments recharges', 'payments recharges --account acme'],
  run: (call) =>
    withSession(call, async (session) => {
      const only = given({ account: call.options.account, state: call.options.state });
      const recharges = await readAllPages(async (page) => {
        const answer = await session.run(rechargeList, { query: { ...page, ...only } });
        const { recharges: rows, next_cursor } = answer as unknown as {
          recharges: Shown[];
          next_cursor: string | null;
        };
        return { rows, next: next_cursor };
      });
      const cells = recharges.map((one) => [
        one.id,
        one.account_id,
        one.wanted_at,
        one.state,
        one.amount,
        one.failure,
        one.reference,
      ]);
      show(call, { recharges }, () => tableText(call, COLUMNS, cells, 'There are no such recharges.'));
      return EXIT.ok;
    }),
};
