// Owns `account close`. It never touches money.
import { accountClose } from '../features/accounts/account.admin.ts';
import { accountText, type ShownAccount } from './account-view.ts';
import type { CliCommand } from './command.ts';
import { show } from './output.ts';
import { withSession } from './session.ts';
import { EXIT } from './world.ts';

export const accountCloseCommand: CliCommand<[string], object> = {
  name: 'account close',
  summary: 'Close an account: its keys stop, its balance stays',
  arguments: [{ name: '<account>', summary: 'id or name' }],
  examples: ['account close acme'],
  run: (call) =>
    withSession(call, async (session) => {
      const params = { account: call.args[0] };
      const answer = await session.run(accountClose, { params });
      show(call, answer, () => accountText((answer as { account: ShownAccount }).account));
      return EXIT.ok;
    }),
};
