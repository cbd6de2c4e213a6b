// Owns `webhook create`. The secret is printed this once.
import { webhookCreate } from '../features/webhooks/webhook.admin.ts';
import { type CliCommand, given } from './command.ts';
import { showOnce } from './output.ts';
import { withSession } from './session.ts';
import { type ShownWebhook, webhookText } from './webhook-view.ts';
import { EXIT } from './world.ts';

export const webhookCreateCommand: CliCommand<[string], { account?: string }> = {
  name: 'webhook create',
  summary: 'Have events sent to an address',
  arguments: [{ name: '<url>', summary: 'begins with https://' }],
  options: [{ flags: '--account <ACCOUNT>', summary: 'whose events (default: those for the operator)' }],
  examples: ['webhook create https://example.com/events --account acme'],
  run: (call) =>
    withSession(call, async (session) => {
      const body = { url: call.args[0], ...given({ account: call.options.account }) };
      const answer = (await session.run(webhookCreate, { body })) as {
        webhook: ShownWebhook;
        secret: string;
      };
      const text = () => `${webhookText(answer.webhook)}secret   ${answer.secret}\n`;
      await showOnce(call, answer, text, `Give it another: reelgate webhook rotate ${answer.webhook.id}`);
      return EXIT.ok;
    }),
};
