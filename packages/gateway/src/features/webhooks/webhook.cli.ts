// Commands on webhooks. Only `webhook create` and `webhook rotate` print a secret.
import type { Static } from 'typebox';
import type { AnyCommand } from '../../terminal/command.ts';
import { type Columns, fieldsOf, long, right } from '../../terminal/table.ts';
import { verbCommand } from '../../terminal/verb-command.ts';
import {
  webhookCreate,
  webhookList,
  webhookRemove,
  webhookReplay,
  webhookRotate,
  webhookTest,
} from './webhook.admin.ts';
import type { WebhookView } from './webhook-views.ts';

const WEBHOOK: Columns<Static<typeof WebhookView>> = {
  id: 'id',
  url: 'url',
  state: 'state',
  'last event': 'last_sequence',
  'last status': 'last_status',
  failures: 'failures',
  'failing since': 'failing_since',
  'next attempt': 'next_attempt_at',
  created: 'created_at',
};

const id = { webhook: 'its id' } as const;
const onceShown = (secret: string) => `\n  ${secret}\n\nStore it now: it is shown this once.\n`;
const another = (webhook: string) => `Give it another: reelgate webhook rotate ${webhook}`;

export const webhookCommands: AnyCommand[] = [
  verbCommand({
    words: 'webhook create',
    summary: 'Have events sent to an address',
    verb: webhookCreate,
    arguments: { url: 'begins with https://' },
    flags: { account: ['--account <ACCOUNT>', 'whose events (default: those for the operator)'] },
    examples: ['webhook create https://example.com/events --account acme'],
    shows: ({ webhook, secret }) => `${fieldsOf(WEBHOOK, webhook)}${onceShown(secret)}`,
    once: ({ webhook }) => another(webhook.id),
  }),
  verbCommand({
    words: 'webhook list',
    summary: 'List webhooks of an account, or those of the operator',
    verb: webhookList,
    flags: { account: ['--account <ACCOUNT>', "id or name (default: the operator's)"] },
    examples: ['webhook list', 'webhook list --account acme'],
    lists: [
      'webhooks',
      {
        id: 'id',
        url: long('url'),
        state: 'state',
        'last event': right('last_sequence'),
        status: right('last_status'),
        failures: right('failures'),
        'next attempt': 'next_attempt_at',
      },
      'There are no webhooks.',
    ],
  }),
  verbCommand({
    words: 'webhook remove',
    summary: 'Send nothing more to a webhook',
    verb: webhookRemove,
    arguments: id,
    examples: ['webhook remove whk_4fQ2'],
    shows: () => 'The webhook is removed. Its events are kept.\n',
  }),
  verbCommand({
    words: 'webhook test',
    summary: 'Write an event that tests a webhook',
    verb: webhookTest,
    arguments: id,
    notes: 'A running gateway sends it within seconds; `webhook list` then shows the status of the answer.',
    examples: ['webhook test whk_4fQ2'],
    shows: () => 'An event of the type webhook.test is on its way.\n',
  }),
  verbCommand({
    words: 'webhook replay',
    summary: 'Send events again, also to a webhook that was disabled',
    verb: webhookReplay,
    arguments: id,
    flags: { after: ['--after <SEQUENCE>', 'every event behind this number; 0 for all that are kept'] },
    examples: ['webhook replay whk_4fQ2 --after 12'],
    fields: ['webhook', WEBHOOK],
  }),
  verbCommand({
    words: 'webhook rotate',
    summary: 'Give a webhook a new secret',
    verb: webhookRotate,
    arguments: id,
    flags: {
      grace_seconds: ['--grace <SECONDS>', 'how long events are signed with both secrets'],
    },
    examples: ['webhook rotate whk_4fQ2 --grace 3600'],
    shows: ({ secret, previous_valid_until }) =>
      `${onceShown(secret)}The old one signs beside it until ${previous_valid_until}.\n`,
    once: (_answer, [webhook]) => another(webhook!),
  }),
];
