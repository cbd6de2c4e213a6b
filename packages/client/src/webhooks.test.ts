// A webhook is what its signature says: of the gateway, of these bytes, of this minute.
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { verifyWebhook } from './index.ts';

const SECRET = `whsec_${Buffer.from('0123456789abcdef').toString('base64')}`;
const NOW_MS = 1_800_000_000_000;
const event = { id: 'evt_1', sequence: 1, type: 'balance.low', data: { balance: '1', limit: '2' } };
const BODY = JSON.stringify({ ...event, text: '猫' });

function signed(body: string, secret = SECRET, at = String(NOW_MS / 1_000)) {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`evt_1.${at}.${body}`).digest('base64');
  return { 'webhook-id': 'evt_1', 'Webhook-Timestamp': at, 'webhook-signature': `v1,${signature}` };
}

test.each([
  ['a text and plain headers', BODY, signed(BODY)],
  ['bytes and Headers', new TextEncoder().encode(BODY), new Headers(signed(BODY))],
  [
    'two signatures while a secret is rotated',
    BODY,
    { ...signed(BODY), 'webhook-signature': `v1,x ${signed(BODY)['webhook-signature']}` },
  ],
])('it is read from %s, and its type tells its data', async (_, body, headers) => {
  const found = await verifyWebhook(body, headers, SECRET, NOW_MS + 300_000);
  if (found.type !== 'balance.low') throw new Error('another type');
  const { balance }: { balance: string } = found.data;
  expect([balance, found.id]).toEqual(['1', 'evt_1']);
});

test.each([
  [
    'another secret',
    BODY,
    signed(BODY, `whsec_${Buffer.from('another').toString('base64')}`),
    NOW_MS,
    'wrong',
  ],
  ['another byte', `${BODY} `, signed(BODY), NOW_MS, 'wrong'],
  ['another id', BODY, { ...signed(BODY), 'webhook-id': 'evt_2' }, NOW_MS, 'wrong'],
  ['no signature', BODY, { ...signed(BODY), 'webhook-signature': '' }, NOW_MS, 'wrong'],
  ['no id', BODY, { ...signed(BODY), 'webhook-id': undefined }, NOW_MS, 'no id'],
  ['an old copy', BODY, signed(BODY), NOW_MS + 300_001, 'five minutes'],
  ['a time to come', BODY, signed(BODY), NOW_MS - 300_001, 'five minutes'],
])('with %s it is refused', async (_, body, headers, nowMs, why) => {
  await expect(verifyWebhook(body, headers, SECRET, nowMs)).rejects.toThrow(why);
});

test.each(['', 'whsec_', 'secret'])('a secret that signs nothing is refused: %j', async (secret) => {
  await expect(verifyWebhook(BODY, signed(BODY), secret, NOW_MS)).rejects.toMatchObject({
    code: 'INVALID_OPTION',
  });
});
