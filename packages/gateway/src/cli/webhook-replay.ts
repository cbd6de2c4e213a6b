// Owns `webhook replay`.
import { webhookReplay } from '../features/webhooks/webhook.admin.ts';
import { wholeNumber } from './arguments.ts';
import type { CliCommand } from './command.ts';
import { show } from './output.ts';
import { withSession } from './session.ts';
import { type ShownWebhook, webhookText } from './webhook-view.ts';
import { EXIT } from './world.ts';

export const webhookReplayCommand: CliCommand<[string], { after: number }> = {
  name: 'webhook replay',
  summary: 'Send events again, also to a webhook that was disabled',
  arguments: [{ name: '<webhook>', summary: 'its id' }],
  options: [
    {
      flags: '--after <SEQUENCE>',
      summary: 'every event behind this number; 0 for all that are kept',
      parse: wholeNumber(0, 1e15),
      isRequired: true,
    },
  ],
  examples: ['webhook replay whk_4fQ2 --after 12'],
  run: (call) =>
    withSession(call, async (session) => {
      const input = { params: { webhook: call.args[0] }, body: { after: call.options.after } };
      const answer = await session.run(webhookReplay, input);
      show(call, answer, () => webhookText((answer as { webhook: ShownWebhook }).webhook));
      return EXIT.ok;
    }),
};
