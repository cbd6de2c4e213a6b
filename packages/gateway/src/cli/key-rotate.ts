// Owns `key rotate`, one of the two commands that ever print a key's secret.
import { keyRotate } from '../features/keys/key.admin.ts';
import { duration } from './arguments.ts';
import { type CliCommand, given } from './command.ts';
import { keyText, type ShownKey, secretText } from './key-view.ts';
import { showOnce } from './output.ts';
import { withSession } from './session.ts';
import { EXIT } from './world.ts';

interface Answer {
  key: ShownKey;
  secret: string;
  previous_valid_until: string;
}

export const keyRotateCommand: CliCommand<[string], { grace?: number }> = {
  name: 'key rotate',
  summary: 'Give a key a new secret, shown once',
  arguments: [{ name: '<key>', summary: 'id of the key' }],
  options: [
    { flags: '--grace <DURATION>', summary: 'how long the old secret works (default: 24h)', parse: duration },
  ],
  examples: ['key rotate key_4fQ2', 'key rotate key_4fQ2 --grace 0'],
  run: (call) =>
    withSession(call, async (session) => {
      const body = given({ grace_seconds: call.options.grace });
      const answer = (await session.run(keyRotate, { params: { key: call.args[0] }, body })) as Answer;
      const old = `The old secret works until ${answer.previous_valid_until}.\n`;
      const remedy = `${old}To get another one: reelgate key rotate ${answer.key.id}`;
      await showOnce(call, answer, () => keyText(answer.key) + secretText(answer.secret) + old, remedy);
      return EXIT.ok;
    }),
};
