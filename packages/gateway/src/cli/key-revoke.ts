// Owns `key revoke`, which is final.
import { keyRevoke } from '../features/keys/key.admin.ts';
import type { CliCommand } from './command.ts';
import { keyText, type ShownKey } from './key-view.ts';
import { show } from './output.ts';
import { withSession } from './session.ts';
import { EXIT } from './world.ts';

export const keyRevokeCommand: CliCommand<[string], object> = {
  name: 'key revoke',
  summary: 'Revoke a key for good',
  arguments: [{ name: '<key>', summary: 'id of the key' }],
  notes: 'A running gateway stops taking the key within a few seconds. There is no way back.',
  examples: ['key revoke key_4fQ2'],
  run: (call) =>
    withSession(call, async (session) => {
      const answer = await session.run(keyRevoke, { params: { key: call.args[0] } });
      show(call, answer, () => keyText((answer as { key: ShownKey }).key));
      return EXIT.ok;
    }),
};
