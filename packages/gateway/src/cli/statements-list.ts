// Owns `statements list`.
import type { Static } from 'typebox';
import { statementList } from '../features/statements/statement.admin.ts';
import type { StatementSummary } from '../features/statements/statement-views.ts';
import { type CliCommand, given } from './command.ts';
import { show, tableText } from './output.ts';
import { readAllPages } from './pages.ts';
import { withSession } from './session.ts';
import type { Column } from './table.ts';
import { EXIT } from './world.ts';

type Shown = Static<typeof StatementSummary>;

const COLUMNS: Column[] = [
  { title: 'number', align: 'right' },
  { title: 'month' },
  { title: 'account' },
  { title: 'opening', align: 'right' },
  { title: 'movements', align: 'right' },
  { title: 'closing', align: 'right' },
];

export const statementsListCommand: CliCommand<[], { account?: string; month?: string }> = {
  name: 'statements list',
  summary: 'List statements of closed months, the newest first',
  options: [
    { flags: '--account <ACCOUNT>', summary: 'only this account (default: all)' },
    { flags: '--month <MONTH>', summary: 'only this UTC month, as 2026-10 (default: all)' },
  ],
  examples: ['statements list', 'statements list --account acme', 'statements list --month 2026-10'],
  run: (call) =>
    withSession(call, async (session) => {
      const only = given({ account: call.options.account, month: call.options.month });
      const statements = await readAllPages(async (page) => {
        const answer = await session.run(statementList, { query: { ...page, ...only } });
        const { statements: rows, next_cursor } = answer as {
          statements: Shown[];
          next_cursor: string | null;
        };
        return { rows, next: next_cursor };
      });
      const cells = statements.map((one) => [
        one.number,
        one.month,
        one.account_id,
        one.opening,
        one.movements,
        one.closing,
      ]);
      show(call, { statements }, () => tableText(call, COLUMNS, cells, 'There are no such statements.'));
      return EXIT.ok;
    }),
};
