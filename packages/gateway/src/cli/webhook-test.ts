// Owns `webhook test`.
import { webhookTest } from '../features/webhooks/webhook.admin.ts';
import type { CliCommand } from './command.ts';
import { show } from './output.ts';
import { withSession } from './session.ts';
import { EXIT } from './world.ts';

export const webhookTestCommand: CliCommand<[string], object> = {
  name: 'webhook test',
  summary: 'Write an event that tests a webhook',
  arguments: [{ name: '<webhook>', summary: 'its id' }],
  notes: 'A running gateway sends it within seconds; `webhook list` then shows the status of the answer.',
  examples: ['webhook test whk_4fQ2'],
  run: (call) =>
    withSession(call, async (session) => {
      const answer = await session.run(webhookTest, { params: { webhook: call.args[0] } });
      show(call, answer, () => 'An event of the type webhook.test is on its way.\n');
      return EXIT.ok;
    }),
};
