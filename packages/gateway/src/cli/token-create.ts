// Owns `token create`, the only command that ever prints an admin token's secret.

import { ROLES } from '../domain/role.ts';
import { tokenCreate } from '../features/tokens/token.admin.ts';
import { type CliCommand, given } from './command.ts';
import { secretText } from './key-view.ts';
import { showOnce } from './output.ts';
import { withSession } from './session.ts';
import { type TokenRow, tokenText } from './token-view.ts';
import { EXIT } from './world.ts';

export const tokenCreateCommand: CliCommand<[string], { role?: string }> = {
  name: 'token create',
  summary: 'Create an admin token; its secret is shown once',
  arguments: [{ name: '<name>', summary: 'who or what will use it' }],
  options: [
    {
      flags: '--role <ROLE>',
      summary:
        'owner does everything, operator neither tokens nor prices, viewer only looks (default: owner)',
      choices: ROLES,
    },
  ],
  examples: ['token create billing-sync', 'token create dashboard --role viewer'],
  run: (call) =>
    withSession(
      call,
      async (session) => {
        const answer = await session.run(tokenCreate, {
          body: { name: call.args[0], ...(given(call.options) as object) },
        });
        const { token, secret } = answer as { token: TokenRow; secret: string };
        const remedy = `Revoke this token and make another one: reelgate token revoke ${token.id}`;
        await showOnce(call, answer, () => tokenText(token) + secretText(secret), remedy);
        return EXIT.ok;
      },
      { mayCreate: true },
    ),
};
