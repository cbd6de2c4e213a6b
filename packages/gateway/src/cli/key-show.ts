// Owns `key show`: everything but the secret, which nobody can read again.
import { keyRead } from '../features/keys/key.admin.ts';
import type { CliCommand } from './command.ts';
import { keyText, type ShownKey } from './key-view.ts';
import { show } from './output.ts';
import { withSession } from './session.ts';
import { EXIT } from './world.ts';

export const keyShowCommand: CliCommand<[string], object> = {
  name: 'key show',
  summary: 'Show one key and its limits',
  arguments: [{ name: '<key>', summary: 'id of the key' }],
  examples: ['key show key_4fQ2'],
  run: (call) =>
    withSession(call, async (session) => {
      const answer = await session.run(keyRead, { params: { key: call.args[0] } });
      show(call, answer, () => keyText((answer as { key: ShownKey }).key));
      return EXIT.ok;
    }),
};
