// What is read from Stripe: fields and notifications. A signed notification is accepted for five minutes; an unsigned one never.
import { expect, test } from 'vitest';
import { toMicros } from '../../../domain/money.ts';
import { createTestClock } from '../../../storage/contracts/storage.contract.ts';
import { loadStripe } from './stripe-client.ts';
import { minorUnitsOf } from './stripe-fields.ts';
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

test('an amount is the same after the way to coins and back, in cents, whole units and thousandths', () => {
  for (const [currency, minor] of [
    ['USD', 2_550],
    ['JPY', 25],
    ['KWD', 25_500],
  ] as const) {
    const units = minorUnitsOf(currency);
    expect(units.toMinor(units.toMicros(minor)!)).toBe(minor);
  }
  expect(minorUnitsOf('USD').toMinor(toMicros(25_500_000))).toBe(2_550);
  expect(minorUnitsOf('JPY').toMinor(toMicros(25_000_000))).toBe(25);
});

test('what is no whole number of coins is a bug, and no other amount', () => {
  expect(() => minorUnitsOf('USD').toMinor(toMicros(1))).toThrow('no whole number of coins');
});

test('an amount from outside must be a whole number of minor units within range', () => {
  const { toMicros: read } = minorUnitsOf('USD');
  expect([read(0), read(500), read(100_000_000_000)]).toEqual([0, 5_000_000, 1_000_000_000_000_000]);
  const wrong = [1.5, -1, '500', '', null, undefined, true, [500], { valueOf: () => 500 }, Number.NaN];
  for (const one of [...wrong, Number.POSITIVE_INFINITY, 2 ** 53, 100_000_000_001])
    expect(read(one), String(one)).toBeNull();
});
