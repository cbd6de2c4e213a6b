// Checks that a webhook was sent by the gateway, as Standard Webhooks describes it. It needs no client and only the Web Crypto API.
import type { Event } from './api-types.ts';
import { wrongOption } from './error.ts';

/** An older message may be a copy that somebody sends again. Also the most that the two clocks may differ. */
const AGE_SECONDS_MAX = 300;
const SECRET = /^whsec_([A-Za-z0-9+/]+={0,2})$/;

type Headers = { get(name: string): string | null } | Record<string, string | string[] | undefined>;

function headerOf(headers: Headers, name: string): string {
  if (typeof headers.get === 'function')
    return (headers as { get(name: string): string | null }).get(name) ?? '';
  const found = Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1];
  return String(found ?? '');
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

async function isSigned(
  key: CryptoKey,
  signed: Uint8Array<ArrayBuffer>,
  signature: string,
): Promise<boolean> {
  const [version, text = ''] = signature.split(',');
  if (version !== 'v1' || !/^[A-Za-z0-9+/]{43}=$/.test(text)) return false;
  return crypto.subtle.verify('HMAC', key, bytesOf(text), signed);
}

/**
 * The event in a webhook. `body`: the bytes or the text as they came, not parsed. Throws for a message that the gateway did not sign with
 * this secret, or that is older than five minutes. `nowMs`: for tests.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: Headers,
  secret: string,
  nowMs: number = Date.now(),
): Promise<Event> {
  const [, secretText] = SECRET.exec(secret) ?? [];
  // Anybody can sign with an empty key, as an unset variable of the environment would give.
  if (secretText === undefined) throw wrongOption('a webhook secret begins with whsec_');
  const [id, sentAt, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    headerOf(headers, `webhook-${name}`),
  );
  if (!id || !/^\d{1,12}$/.test(sentAt!)) throw new Error('the webhook has no id or no timestamp');
  if (Math.abs(nowMs / 1_000 - Number(sentAt)) > AGE_SECONDS_MAX)
    throw new Error('the webhook is older or newer than five minutes');
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const head = new TextEncoder().encode(`${id}.${sentAt}.`);
  const signed = new Uint8Array(head.length + bytes.length);
  signed.set(head);
  signed.set(bytes, head.length);
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytesOf(secretText), hmac, false, ['verify']);
  // Two signatures, with a space between, while a secret is rotated.
  for (const one of signatures!.split(' '))
    if (await isSigned(key, signed, one)) return JSON.parse(text) as Event;
  throw new Error('the signature of the webhook is wrong');
}
