// Webhooks: which events they get, and how far each has received them. Only the process that has claimed the webhook as a duty
// (duties.ts) sends to it. The cursor moves only after an event was accepted, so after a kill the event is sent again and none is skipped.

import { formatTime } from '../../domain/clock.ts';
import type { StreamEvent } from '../../domain/event.ts';
import { field } from '../../domain/field-table.ts';
import { WEBHOOK_FIELDS, type Webhook, type WebhookToSend } from '../../domain/webhook.ts';
import { one, type Reading, type Row } from '../steps/reading.ts';
import { rowReader, storedTable } from '../steps/table.ts';
import type { Actor, WriteMoment, Writing } from '../steps/writing.ts';
import { readEvent } from './events.ts';

/**
 * A lease on a webhook. `lease` names the holder: only that process may write, and a node that was paused for long finds another name.
 */
export interface Leased {
  id: string;
  lease: string;
}

const OWN_FIELDS = {
  secret: field.text(),
  previousSecret: field.text().orNull(),
  previousUntilMs: field.time().orNull(),
};
const readSecrets = rowReader(OWN_FIELDS);

export const webhookRows = storedTable('webhooks', WEBHOOK_FIELDS, {
  ...OWN_FIELDS,
  lease: field.text().orNull(),
  leaseUntilMs: field.integer(),
});

function readToSend(row: Row, nowMs: number): WebhookToSend {
  const { secret, previousSecret, previousUntilMs } = readSecrets(row);
  const previous = previousSecret !== null && (previousUntilMs ?? 0) > nowMs ? [previousSecret] : [];
  return { ...webhookRows.read(row), secrets: [secret, ...previous] };
}

const orNull = ([row]: Row[]) => (row === undefined ? null : webhookRows.read(row));

/** The webhook gets the events from now on. */
export function* createWebhook(
  input: Actor & { id: string; stream: string; url: string; secret: string; max: number },
  { nowMs }: WriteMoment,
): Writing<{ kind: 'created'; webhook: Webhook } | { kind: 'full' }> {
  const { id, stream, url, secret, max, actor } = input;
  // Only one process at a time counts the webhooks of an account.
  yield { lockAccount: stream };
  const [all] = yield { sql: 'SELECT count(*) AS n FROM webhooks WHERE stream = $1', values: [stream] };
  if (Number(all!.n) >= max) return { kind: 'full' };
  const sql = `
    INSERT INTO webhooks (id, stream, url, secret, created_at_ms, cursor_seq)
    VALUES ($1, $2, $3, $4, $5, coalesce((SELECT seq FROM event_heads WHERE stream = $2), 0)) RETURNING *`;
  const [row] = yield { sql, values: [id, stream, url, secret, nowMs] };
  yield { change: { actor, action: 'webhook.create', subject: id, detail: { account: stream, url } } };
  return { kind: 'created', webhook: webhookRows.read(row!) };
}

export function* findWebhook({ id }: { id: string }): Reading<Webhook | null> {
  return orNull(yield { sql: 'SELECT * FROM webhooks WHERE id = $1', values: [id] });
}

/** Webhooks of one stream, oldest first. A stream has few. */
export function* listWebhooks({ stream }: { stream: string }): Reading<Webhook[]> {
  const sql = 'SELECT * FROM webhooks WHERE stream = $1 ORDER BY created_at_ms, id';
  return (yield { sql, values: [stream] }).map(webhookRows.read);
}

export function* removeWebhook({ id, actor }: Actor & { id: string }): Writing<{ removed: boolean }> {
  const [row] = yield { sql: 'DELETE FROM webhooks WHERE id = $1 RETURNING url', values: [id] };
  if (row === undefined) return { removed: false };
  yield { change: { actor, action: 'webhook.remove', subject: id, detail: { url: row.url } } };
  return { removed: true };
}

/** Adds a new secret. Until the old one ends, requests carry signatures of both. */
export function* rotateWebhook(
  input: Actor & { id: string; secret: string; graceUntilMs: number },
): Writing<Webhook | null> {
  const { id, secret, graceUntilMs, actor } = input;
  const sql = `
    UPDATE webhooks SET previous_secret = secret, previous_until_ms = $2, secret = $3 WHERE id = $1 RETURNING *`;
  const webhook = orNull(yield { sql, values: [id, graceUntilMs, secret] });
  if (webhook === null) return null;
  const detail = { grace_until_ms: graceUntilMs };
  yield { change: { actor, action: 'webhook.rotate', subject: id, detail } };
  return webhook;
}

/**
 * Sends everything after this number again, and enables a disabled webhook. The lease is revoked: a process that sends from the old
 * position must not move the cursor. A number that no event has yet would skip events to come, so the last one is taken in place of it.
 */
export function* replayWebhook({
  id,
  after,
  actor,
}: Actor & { id: string; after: number }): Writing<Webhook | null> {
  const sql = `
    UPDATE webhooks SET state = 'active', failures = 0, failing_since_ms = NULL, next_attempt_ms = 0, lease = NULL, lease_until_ms = 0,
           cursor_seq = (SELECT CASE WHEN max(h.seq) > $2 THEN $2 ELSE coalesce(max(h.seq), 0) END
                           FROM event_heads h WHERE h.stream = webhooks.stream)
     WHERE id = $1 RETURNING *`;
  const webhook = orNull(yield { sql, values: [id, after] });
  if (webhook === null) return null;
  yield { change: { actor, action: 'webhook.replay', subject: id, detail: { after } } };
  return webhook;
}

/** Writes a test event. */
export function* testWebhook({ id, actor }: Actor & { id: string }): Writing<Webhook | null> {
  const webhook = orNull(yield { sql: 'SELECT * FROM webhooks WHERE id = $1', values: [id] });
  if (webhook === null) return null;
  yield { event: { stream: webhook.stream, type: 'webhook.test', data: { webhook: id } } };
  yield { change: { actor, action: 'webhook.test', subject: id, detail: {} } };
  return webhook;
}

/** The webhook with its next events, for the process that has claimed it; null when the lease was lost. */
export function* readWebhookToSend(
  { id, lease, eventsMax }: Leased & { eventsMax: number },
  nowMs: number,
): Reading<{ webhook: WebhookToSend; events: StreamEvent[] } | null> {
  const row = yield* one('SELECT * FROM webhooks WHERE id = $1 AND lease = $2', id, lease);
  if (row === undefined) return null;
  const webhook = readToSend(row, nowMs);
  const rows = yield {
    sql: 'SELECT * FROM events WHERE stream = $1 AND seq > $2 ORDER BY seq LIMIT $3',
    values: [webhook.stream, webhook.cursor, eventsMax],
  };
  return { webhook, events: rows.map(readEvent) };
}

/** The webhook has accepted everything up to this number. False when the lease was lost; then nothing was changed. */
export function* takenByWebhook(
  input: Leased & { seq: number; status: number; tookMs: number },
  { nowMs }: WriteMoment,
): Writing<{ isOurs: boolean }> {
  const { id, lease, seq, status, tookMs } = input;
  const sql = `
    UPDATE webhooks SET cursor_seq = $3, failures = 0, failing_since_ms = NULL, next_attempt_ms = 0, last_status = $4,
           last_took_ms = $5, last_at_ms = $6
     WHERE id = $1 AND lease = $2 AND cursor_seq < $3 RETURNING id`;
  const rows = yield { sql, values: [id, lease, seq, status, tookMs, nowMs] };
  return { isOurs: rows.length === 1 };
}

/** The webhook has failed. If it fails for too long or answers that it is gone, it is disabled and its account gets an event. */
export function* failedAtWebhook(
  input: Leased & {
    status: number;
    tookMs: number;
    retryMs: number;
    failingMsMax: number;
    isGone: boolean;
  },
  { nowMs }: WriteMoment,
): Writing<{ isOurs: boolean; isDisabled: boolean }> {
  const { id, lease, status, tookMs, retryMs, failingMsMax, isGone } = input;
  const sql = `
    UPDATE webhooks SET failures = failures + 1, failing_since_ms = coalesce(failing_since_ms, $3), next_attempt_ms = $4,
           last_status = $5, last_took_ms = $6, last_at_ms = $3, lease = NULL, lease_until_ms = 0
     WHERE id = $1 AND lease = $2 RETURNING *`;
  const [row] = yield { sql, values: [id, lease, nowMs, nowMs + retryMs, status, tookMs] };
  if (row === undefined) return { isOurs: false, isDisabled: false };
  const { url, stream, failingSinceMs: sinceMs } = webhookRows.read(row);
  const failingSinceMs = sinceMs!;
  if (!isGone && nowMs - failingSinceMs < failingMsMax) return { isOurs: true, isDisabled: false };
  yield { sql: "UPDATE webhooks SET state = 'disabled' WHERE id = $1", values: [id] };
  const data = { webhook: id, url, failing_since: formatTime(failingSinceMs) };
  yield { event: { stream, type: 'webhook.disabled', data } };
  return { isOurs: true, isDisabled: true };
}
