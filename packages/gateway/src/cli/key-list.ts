// Owns `key list`.
import { keyList } from '../features/keys/key.admin.ts';
import { type CliCommand, given } from './command.ts';
import { KEY_COLUMNS, keyCells, type ShownKey } from './key-view.ts';
import { show, tableText } from './output.ts';
import { readAllPages } from './pages.ts';
import { withSession } from './session.ts';
import { EXIT } from './world.ts';

export const keyListCommand: CliCommand<[string | undefined], object> = {
  name: 'key list',
  summary: 'List keys, of one account or of all',
  arguments: [{ name: '[account]', summary: 'id or name' }],
  examples: ['key list', 'key list acme'],
  run: (call) =>
    withSession(call, async (session) => {
      const only = given({ account: call.args[0] });
      const keys = await readAllPages(async (page) => {
        const answer = await session.run(keyList, { query: { ...page, ...only } });
        const { keys: rows, next_cursor } = answer as { keys: ShownKey[]; next_cursor: string | null };
        return { rows, next: next_cursor };
      });
      show(call, { keys }, () => tableText(call, KEY_COLUMNS, keys.map(keyCells), 'There are no keys.'));
      return EXIT.ok;
    }),
};
