// Owns `webhook rotate`. The new secret is printed this once.
import { webhookRotate } from '../features/webhooks/webhook.admin.ts';
import { wholeNumber } from './arguments.ts';
import { type CliCommand, given } from './command.ts';
import { showOnce } from './output.ts';
import { withSession } from './session.ts';
import { EXIT } from './world.ts';

const GRACE_SECONDS_MAX = 2_592_000; // As the verb takes.

export const webhookRotateCommand: CliCommand<[string], { grace?: number }> = {
  name: 'webhook rotate',
  summary: 'Give a webhook a new secret',
  arguments: [{ name: '<webhook>', summary: 'its id' }],
  options: [
    {
      flags: '--grace <SECONDS>',
      summary: 'for so long everything is signed with both (default: a day)',
      parse: wholeNumber(0, GRACE_SECONDS_MAX),
    },
  ],
  examples: ['webhook rotate whk_4fQ2 --grace 3600'],
  run: (call) =>
    withSession(call, async (session) => {
      const [webhook] = call.args;
      const body = given({ grace_seconds: call.options.grace });
      const answer = (await session.run(webhookRotate, { params: { webhook }, body })) as {
        secret: string;
        previous_valid_until: string;
      };
      const text = () =>
        `secret   ${answer.secret}\nThe old one signs beside it until ${answer.previous_valid_until}.\n`;
      await showOnce(call, answer, text, `Give it another: reelgate webhook rotate ${webhook}`);
      return EXIT.ok;
    }),
};
