// Owns what a webhook is, its secrets, its schedule of attempts and which addresses may be one. Pure: nothing is looked up and
// nothing is sent here.
import { createHmac } from 'node:crypto';
import { isPublicHost } from './address-guard.ts';
import type { Chance, RandomBytes } from './clock.ts';

export interface Webhook {
  id: string;
  /** The account whose events it is sent, or `operator`. */
  stream: string;
  url: string;
  state: 'active' | 'disabled';
  /** The number of the last event that it has taken. */
  cursor: number;
  createdAtMs: number;
  /** Since when nothing was taken; null while all is well. */
  failingSinceMs: number | null;
  /** In a row. */
  failures: number;
  nextAttemptMs: number;
  /** Of the last answer: nothing else of it is kept. 0 when there was none. */
  lastStatus: number | null;
  lastAtMs: number | null;
  lastTookMs: number | null;
}

/** Ready to be sent to. The second secret is the one before, while its time lasts. */
export interface WebhookToSend extends Webhook {
  secrets: string[];
}

const SECRET_BYTES = 32;

/** As Standard Webhooks writes them: the key in base64 behind its prefix. */
export function makeWebhookSecret(random: RandomBytes): string {
  return `whsec_${Buffer.from(random(SECRET_BYTES)).toString('base64')}`;
}

interface SignedMessage {
  id: string;
  timestampSeconds: number;
  body: string;
}

/** One signature for each secret, so that receivers may change theirs while both hold. */
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

/** The schedule of Standard Webhooks, after the 1st, 2nd … failure in a row. */
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
/** Up and down, so that many webhooks of one receiver do not come together. */
const RETRY_JITTER = 0.2;
/** A webhook that has taken nothing for so long is no longer called. The schedule is through once by then. */
export const WEBHOOK_FAILING_MS_MAX = 5 * 24 * HOUR;

/** `failures` counts the one that just happened. */
export function webhookRetryMs(failures: number, chance: Chance): number {
  const plain = RETRY_MS[Math.min(failures, RETRY_MS.length) - 1]!;
  return Math.round(plain * (1 + RETRY_JITTER * (2 * chance() - 1)));
}

/** The receiver says that nobody is there any more. */
export const GONE = 410;

export const WEBHOOK_URL_CHARS_MAX = 2_000;

/**
 * Why an address cannot be a webhook; null when it can. The parser writes an IPv4 address in one way, however it was written. Where a name
 * leads is judged when it is connected to.
 */
export function webhookUrlProblem(text: string, { allowPrivate }: { allowPrivate: boolean }): string | null {
  const url = URL.parse(text);
  if (url === null || text.length > WEBHOOK_URL_CHARS_MAX) return 'must be an address of the web';
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:'))
    return 'must begin with https://';
  if (url.username !== '' || url.password !== '') return 'must not hold a user or a password';
  if (url.hash !== '') return 'must not have a part behind #';
  if (allowPrivate || isPublicHost(url.hostname)) return null;
  return 'must be on the public internet; webhooks.allow_private in the settings of the gateway allows others';
}
