// A signed notification of Stripe is accepted for five minutes; an unsigned one never.
import { expect, test } from 'vitest';
import { createTestClock } from '../../../storage/contracts/storage.contract.ts';
import { loadStripe } from './stripe-client.ts';
import { readStripeNotification, TOLERANCE_SECONDS } from './stripe-notifications.ts';

test('a signed notification is accepted until it is five minutes old, and refused a second later', async () => {
  const clock = createTestClock();
  const client = await loadStripe('sk_test', null);
  const webhookSecret = 'whsec_test';
  const raw = JSON.stringify({ type: 'charge.updated', data: { object: { id: 'ch_1' } } });
  const signing = client.webhooks as unknown as { generateTestHeaderString(options: object): string };
  const timestamp = clock.nowMs() / 1_000;
  const signature = signing.generateTestHeaderString({ payload: raw, secret: webhookSecret, timestamp });
  const read = (after: number, by = signature) =>
    readStripeNotification(
      { client, webhookSecret, currency: 'USD', nowMs: clock.nowMs() + after * 1_000 },
      Buffer.from(raw),
      by,
    );
  expect(read(0)).toEqual({ kind: 'other', type: 'charge.updated' });
  expect(read(TOLERANCE_SECONDS)).not.toBeNull();
  expect(read(TOLERANCE_SECONDS + 1)).toBeNull();
  expect(read(0, `t=${timestamp},v1=00`)).toBeNull();
  expect(TOLERANCE_SECONDS).toBe(5 * 60);
});
