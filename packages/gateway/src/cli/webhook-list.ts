// Owns `webhook list`.
import { webhookList } from '../features/webhooks/webhook.admin.ts';
import { type CliCommand, given } from './command.ts';
import { show, tableText } from './output.ts';
import { withSession } from './session.ts';
import { type ShownWebhook, WEBHOOK_COLUMNS, webhookCells } from './webhook-view.ts';
import { EXIT } from './world.ts';

export const webhookListCommand: CliCommand<[], { account?: string }> = {
  name: 'webhook list',
  summary: 'List webhooks of an account, or those of the operator',
  options: [{ flags: '--account <ACCOUNT>', summary: "id or name (default: the operator's)" }],
  examples: ['webhook list', 'webhook list --account acme'],
  run: (call) =>
    withSession(call, async (session) => {
      const query = given({ account: call.options.account });
      const answer = (await session.run(webhookList, { query })) as { webhooks: ShownWebhook[] };
      const rows = answer.webhooks.map(webhookCells);
      show(call, answer, () => tableText(call, WEBHOOK_COLUMNS, rows, 'There are no webhooks.'));
      return EXIT.ok;
    }),
};
