// Owns `account grants`, used ones included.

import { grantList } from '../features/grants/grant.admin.ts';
import type { GrantShown } from '../features/grants/grant-views.ts';
import type { CliCommand } from './command.ts';
import { GRANT_COLUMNS, grantCells } from './grant-view.ts';
import { show, tableText } from './output.ts';
import { readAllPages } from './pages.ts';
import { withSession } from './session.ts';
import { EXIT } from './world.ts';

export const accountGrantsCommand: CliCommand<[string], object> = {
  name: 'account grants',
  summary: 'List the grants of an account, the newest first',
  arguments: [{ name: '<account>', summary: 'id or name' }],
  examples: ['account grants acme'],
  run: (call) =>
    withSession(call, async (session) => {
      const grants = await readAllPages(async (page) => {
        const input = { params: { account: call.args[0] }, query: { ...page } };
        const answer = await session.run(grantList, input);
        const { grants: rows, next_cursor: next } = answer as {
          grants: GrantShown[];
          next_cursor: string | null;
        };
        return { rows, next };
      });
      const text = () => tableText(call, GRANT_COLUMNS, grants.map(grantCells), 'There are no grants.');
      show(call, { grants }, text);
      return EXIT.ok;
    }),
};
