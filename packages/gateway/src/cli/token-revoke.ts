// Owns `token revoke`, which is final.
import { tokenRevoke } from '../features/tokens/token.admin.ts';
import type { CliCommand } from './command.ts';
import { show } from './output.ts';
import { withSession } from './session.ts';
import { type TokenRow, tokenText } from './token-view.ts';
import { EXIT } from './world.ts';

export const tokenRevokeCommand: CliCommand<[string], object> = {
  name: 'token revoke',
  summary: 'Revoke an admin token for good',
  arguments: [{ name: '<token>', summary: 'id of the token' }],
  notes: 'The last active token stays: create another one first.',
  examples: ['token revoke tok_8sKd'],
  run: (call) =>
    withSession(call, async (session) => {
      const answer = await session.run(tokenRevoke, { params: { token: call.args[0] } });
      show(call, answer, () => tokenText((answer as { token: TokenRow }).token));
      return EXIT.ok;
    }),
};
