// Owns `token list`, revoked ones included.
import { tokenList } from '../features/tokens/token.admin.ts';
import type { CliCommand } from './command.ts';
import { show, tableText } from './output.ts';
import { withSession } from './session.ts';
import { TOKEN_COLUMNS, type TokenRow, tokenCells } from './token-view.ts';
import { EXIT } from './world.ts';

export const tokenListCommand: CliCommand<[], object> = {
  name: 'token list',
  summary: 'List admin tokens',
  examples: ['token list'],
  run: (call) =>
    withSession(call, async (session) => {
      const answer = await session.run(tokenList);
      const rows = (answer as { tokens: TokenRow[] }).tokens.map(tokenCells);
      show(call, answer, () => tableText(call, TOKEN_COLUMNS, rows, 'There are no admin tokens.'));
      return EXIT.ok;
    }),
};
