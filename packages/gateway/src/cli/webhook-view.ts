// Owns how webhooks look on a terminal.
import type { Static } from 'typebox';
import type { WebhookView } from '../features/webhooks/webhook-views.ts';
import { type Cell, type Column, renderFields } from './table.ts';

export type ShownWebhook = Static<typeof WebhookView>;

export const WEBHOOK_COLUMNS: Column[] = [
  { title: 'id' },
  { title: 'url', canShrink: true },
  { title: 'state' },
  { title: 'last event', align: 'right' },
  { title: 'status', align: 'right' },
  { title: 'failures', align: 'right' },
  { title: 'next attempt' },
];

export function webhookCells(webhook: ShownWebhook): Cell[] {
  const { id, url, state, last_sequence, last_status, failures, next_attempt_at } = webhook;
  return [id, url, state, last_sequence, last_status, failures, next_attempt_at];
}

export function webhookText(webhook: ShownWebhook): string {
  return renderFields([
    ['id', webhook.id],
    ['url', webhook.url],
    ['state', webhook.state],
    ['last event', webhook.last_sequence],
    ['last status', webhook.last_status],
    ['failures', webhook.failures],
    ['failing since', webhook.failing_since],
    ['next attempt', webhook.next_attempt_at],
    ['created', webhook.created_at],
  ]);
}
