// Owns `account show`.
import { accountRead } from '../features/accounts/account.admin.ts';
import { accountText, type ShownAccount } from './account-view.ts';
import type { CliCommand } from './command.ts';
import { show } from './output.ts';
import { withSession } from './session.ts';
import { EXIT } from './world.ts';

export const accountShowCommand: CliCommand<[string], object> = {
  name: 'account show',
  summary: 'Show one account',
  arguments: [{ name: '<account>', summary: 'id or name' }],
  examples: ['account show acme'],
  run: (call) =>
    withSession(call, async (session) => {
      const answer = await session.run(accountRead, { params: { account: call.args[0] } });
      show(call, answer, () => accountText((answer as { account: ShownAccount }).account));
      return EXIT.ok;
    }),
};
