// Owns `webhook remove`.
import { webhookRemove } from '../features/webhooks/webhook.admin.ts';
import type { CliCommand } from './command.ts';
import { show } from './output.ts';
import { withSession } from './session.ts';
import { EXIT } from './world.ts';

export const webhookRemoveCommand: CliCommand<[string], object> = {
  name: 'webhook remove',
  summary: 'Send nothing more to a webhook',
  arguments: [{ name: '<webhook>', summary: 'its id' }],
  examples: ['webhook remove whk_4fQ2'],
  run: (call) =>
    withSession(call, async (session) => {
      const answer = await session.run(webhookRemove, { params: { webhook: call.args[0] } });
      show(call, answer, () => 'The webhook is removed. Its events are kept.\n');
      return EXIT.ok;
    }),
};
