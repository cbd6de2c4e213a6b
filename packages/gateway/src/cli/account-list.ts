// Owns `account list`.
import { accountList } from '../features/accounts/account.admin.ts';
import { ACCOUNT_COLUMNS, accountCells, type ShownAccount } from './account-view.ts';
import type { CliCommand } from './command.ts';
import { show, tableText } from './output.ts';
import { readAllPages } from './pages.ts';
import { withSession } from './session.ts';
import { EXIT } from './world.ts';

export const accountListCommand: CliCommand<[], object> = {
  name: 'account list',
  summary: 'List accounts with their balances',
  examples: ['account list', 'account list --json'],
  run: (call) =>
    withSession(call, async (session) => {
      const accounts = await readAllPages(async (query) => {
        const answer = await session.run(accountList, { query });
        const page = answer as { accounts: ShownAccount[]; next_cursor: string | null };
        return { rows: page.accounts, next: page.next_cursor };
      });
      show(call, { accounts }, () =>
        tableText(call, ACCOUNT_COLUMNS, accounts.map(accountCells), 'There are no accounts yet.'),
      );
      return EXIT.ok;
    }),
};
