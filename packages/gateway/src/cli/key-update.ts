// Owns `key update`: name, status and limits. Whatever is not named stays as it is.
import { keyUpdate } from '../features/keys/key.admin.ts';
import { type CliCommand, given } from './command.ts';
import { type LimitOptions, limitBody, limitOptions } from './key-limits.ts';
import { keyText, type ShownKey } from './key-view.ts';
import { show } from './output.ts';
import { withSession } from './session.ts';
import { CliError, EXIT } from './world.ts';

interface Options extends LimitOptions {
  name?: string;
  status?: 'active' | 'disabled';
}

export const keyUpdateCommand: CliCommand<[string], Options> = {
  name: 'key update',
  summary: 'Change name, status or limits of a key',
  arguments: [{ name: '<key>', summary: 'id of the key' }],
  options: [
    { flags: '--name <NAME>', summary: 'a new name' },
    {
      flags: '--status <STATUS>',
      summary: 'stop the key or let it work again',
      choices: ['active', 'disabled'],
    },
    ...limitOptions,
  ],
  notes:
    '"none" takes a limit away: --expires none, --address none, --rate none, --daily-cap none, --project none.',
  examples: ['key update key_4fQ2 --status disabled', 'key update key_4fQ2 --daily-cap 2.50 --expires none'],
  run: (call) =>
    withSession(call, async (session) => {
      const { name, status } = call.options;
      const body = { ...given({ name, status }), ...limitBody(session, call.options) };
      if (Object.keys(body).length === 0) {
        throw new CliError('nothing to change: name at least one option', EXIT.usage);
      }
      const answer = await session.run(keyUpdate, { params: { key: call.args[0] }, body });
      show(call, answer, () => keyText((answer as { key: ShownKey }).key));
      return EXIT.ok;
    }),
};
