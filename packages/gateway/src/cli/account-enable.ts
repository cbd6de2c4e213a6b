// Owns `account enable`. It never touches money.
import { accountUpdate } from '../features/accounts/account.admin.ts';
import { accountText, type ShownAccount } from './account-view.ts';
import type { CliCommand } from './command.ts';
import { show } from './output.ts';
import { withSession } from './session.ts';
import { EXIT } from './world.ts';

export const accountEnableCommand: CliCommand<[string], object> = {
  name: 'account enable',
  summary: 'Let a disabled account call again',
  arguments: [{ name: '<account>', summary: 'id or name' }],
  examples: ['account enable acme'],
  run: (call) =>
    withSession(call, async (session) => {
      const params = { account: call.args[0] };
      const answer = await session.run(accountUpdate, { params, body: { status: 'active' } });
      show(call, answer, () => accountText((answer as { account: ShownAccount }).account));
      return EXIT.ok;
    }),
};
