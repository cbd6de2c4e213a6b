// Owns `account reopen`. It never touches money.
import { accountReopen } from '../features/accounts/account.admin.ts';
import { accountText, type ShownAccount } from './account-view.ts';
import type { CliCommand } from './command.ts';
import { show } from './output.ts';
import { withSession } from './session.ts';
import { EXIT } from './world.ts';

export const accountReopenCommand: CliCommand<[string], object> = {
  name: 'account reopen',
  summary: 'Open a closed account again',
  arguments: [{ name: '<account>', summary: 'id or name' }],
  examples: ['account reopen acme'],
  run: (call) =>
    withSession(call, async (session) => {
      const params = { account: call.args[0] };
      const answer = await session.run(accountReopen, { params });
      show(call, answer, () => accountText((answer as { account: ShownAccount }).account));
      return EXIT.ok;
    }),
};
