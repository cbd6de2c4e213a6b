// Webhooks: their secrets, signatures, retry schedule, and which addresses are allowed.

import { createHmac } from 'node:crypto';
import type { Chance, RandomBytes } from './clock.ts';
import { field, type Of } from './field-table.ts';
import { isPublicHost } from './network/address-guard.ts';

export const WEBHOOK_FIELDS = {
  id: field.text(),
  /** The account whose events it gets, or `operator`. */
  stream: field.text().hidden(),
  url: field.text(),
  state: field.oneOf(['active', 'disabled']),
  /** The sequence number of the last event that the receiver accepted. */
  cursor: field
    .count('The number of the last event that the receiver accepted.')
    .column('cursor_seq')
    .as('last_sequence'),
  createdAtMs: field.time(),
  /** Consecutive failures. */
  failures: field.count('In a row.'),
  /** Since when no event was accepted; null while deliveries succeed. */
  failingSinceMs: field.time().orNull(),
  nextAttemptMs: field.time().hidden(),
  /** HTTP status of the last response; 0 when there was none. Nothing else of a response is kept. */
  lastStatus: field
    .integer({ description: 'HTTP status of its last answer; 0 when there was none.' })
    .orNull(),
  lastAtMs: field.time().orNull().as('last_answer_at'),
  lastTookMs: field.count().orNull().as('last_took_ms'),
};
export type Webhook = Of<typeof WEBHOOK_FIELDS>;

/** A webhook that is ready to send. The second secret is the previous one, during its grace time. */
export interface WebhookToSend extends Webhook {
  secrets: string[];
}

const SECRET_BYTES = 32;

/** As Standard Webhooks writes them: a prefix, then the key in base64. */
export function makeWebhookSecret(random: RandomBytes): string {
  return `whsec_${Buffer.from(random(SECRET_BYTES)).toString('base64')}`;
}

interface SignedMessage {
  id: string;
  timestampSeconds: number;
  body: string;
}

/** One signature per secret, so that a receiver can switch secrets while both are valid. */
export function signatureOf(
  secrets: readonly string[],
  { id, timestampSeconds, body }: SignedMessage,
): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${timestampSeconds}.${body}`).digest('base64')}`;
    })
    .join(' ');
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The schedule of Standard Webhooks: delays after the 1st, 2nd … consecutive failure. */
const RETRY_MS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
/** Plus or minus, so that many webhooks of one receiver do not retry at the same moment. */
const RETRY_JITTER = 0.2;
/** A webhook that accepted nothing for this long is disabled. The schedule has run through once by then. */
export const WEBHOOK_FAILING_MS_MAX = 5 * 24 * HOUR;

/** `failures` includes the one that just happened. */
export function webhookRetryMs(failures: number, chance: Chance): number {
  const plain = RETRY_MS[Math.min(failures, RETRY_MS.length) - 1]!;
  return Math.round(plain * (1 + RETRY_JITTER * (2 * chance() - 1)));
}

/** The receiver says that the address no longer exists. */
export const GONE = 410;

export const WEBHOOK_URL_CHARS_MAX = 2_000;

/**
 * A URL parser drops tabs and line breaks and takes a backslash for a slash, so a person who reads such an address sees another host than the
 * one that gets the events.
 */
const AS_READ = /^https?:\/\/[^\s\\\p{Cc}\p{Cf}]+$/iu;

/**
 * Why an address cannot be a webhook; null when it can. The URL parser normalises every spelling of an IPv4 address. Host names are checked
 * when the connection is opened.
 */
export function webhookUrlProblem(text: string, { allowPrivate }: { allowPrivate: boolean }): string | null {
  const url = URL.parse(text);
  if (url === null || text.length > WEBHOOK_URL_CHARS_MAX) return 'must be an address of the web';
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:'))
    return 'must begin with https://';
  if (!AS_READ.test(text)) return 'must be written in full, without spaces, line breaks and backslashes';
  if (url.username !== '' || url.password !== '') return 'must not hold a user or a password';
  if (url.hash !== '') return 'must not have a part behind #';
  if (allowPrivate || isPublicHost(url.hostname)) return null;
  return 'must be on the public internet; webhooks.allow_private in the settings of the gateway allows others';
}
