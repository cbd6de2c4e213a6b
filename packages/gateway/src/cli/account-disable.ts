// Owns `account disable`. It never touches money.
import { accountUpdate } from '../features/accounts/account.admin.ts';
import { accountText, type ShownAccount } from './account-view.ts';
import type { CliCommand } from './command.ts';
import { show } from './output.ts';
import { withSession } from './session.ts';
import { EXIT } from './world.ts';

export const accountDisableCommand: CliCommand<[string], object> = {
  name: 'account disable',
  summary: 'Stop all keys of an account',
  arguments: [{ name: '<account>', summary: 'id or name' }],
  examples: ['account disable acme'],
  run: (call) =>
    withSession(call, async (session) => {
      const params = { account: call.args[0] };
      const answer = await session.run(accountUpdate, { params, body: { status: 'disabled' } });
      show(call, answer, () => accountText((answer as { account: ShownAccount }).account));
      return EXIT.ok;
    }),
};
