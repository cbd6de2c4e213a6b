// Tests what the forms about accounts send: exactly the typed values, and nothing for empty fields.
import { expect, test } from 'vitest';
import { startTestServer } from '../../api/testing-server.ts';
import { amountFault, book, bookingOf, changeOf } from './forms.ts';

const NOTHING = { amount: '', reference: '', reason: '', request: '' };

test('a top-up sends its amount with six places, and a reference of its own where none was typed', () => {
  expect(bookingOf('topup', { ...NOTHING, amount: ' 25.5 ' }, 'console-1')).toEqual({
    amount: '25.500000',
    reference: 'console-1',
  });
  const typed = { ...NOTHING, amount: '1', reference: ' inv-7 ', reason: ' paid ' };
  expect(bookingOf('topup', typed, 'console-1')).toEqual({
    amount: '1.000000',
    reference: 'inv-7',
    reason: 'paid',
  });
});

test('a refund names its call, and without an amount leaves it to the gateway to give all back', () => {
  const refund = { ...NOTHING, request: ' req_1 ', reason: 'bad' };
  expect(bookingOf('refund', refund, 'own')).toEqual({
    reference: 'own',
    reason: 'bad',
    request_id: 'req_1',
  });
  expect(bookingOf('refund', { ...refund, amount: '0.004' }, 'own').amount).toBe('0.004000');
});

test('a correction may take away, and zero is sent as zero for the gateway to refuse', () => {
  expect(bookingOf('adjust', { ...NOTHING, amount: '-1.25' }, 'own').amount).toBe('-1.250000');
  expect(bookingOf('adjust', { ...NOTHING, amount: '0' }, 'own').amount).toBe('0.000000');
});

test('the preview shows what will be booked', () => {
  expect(changeOf('topup', '2', null)).toBe(2_000_000n);
  expect(changeOf('adjust', '-2', null)).toBe(-2_000_000n);
  expect(changeOf('refund', '', 12_000n)).toBe(12_000n);
  expect(changeOf('refund', '0.004', 12_000n)).toBe(4_000n);
  expect([changeOf('topup', '', 12_000n), changeOf('refund', 'x', 12_000n)]).toEqual([null, null]);
});

test('an amount that the gateway would refuse is reported with its reason', () => {
  const faults = (kind: 'topup' | 'refund' | 'adjust', ...typed: string[]) =>
    typed.map((amount) => amountFault(kind, amount));
  expect(faults('topup', '', '  ', '1', '999999999.999999')).toEqual([null, null, null, null]);
  expect(faults('topup', '1,5', 'x', '1.0000001')).toEqual(['wrong', 'wrong', 'wrong']);
  expect(faults('topup', '99999999999999', '1000000000', '1000000000.5')).toEqual([
    'large',
    'large',
    'large',
  ]);
  expect(faults('topup', '-5', '0')).toEqual(['negative', 'negative']);
  expect(faults('refund', '-5')).toEqual(['negative']);
  expect(faults('adjust', '-5', '-99999999999999')).toEqual([null, 'large']);
});

test('each kind of booking has a route of its own', async () => {
  const server = await startTestServer();
  const fields = { amount: '1', reference: '', reason: 'why', request: 'req_1' };
  for (const kind of ['topup', 'refund', 'adjust'] as const) await book(kind, 'acc/1', fields, 'own');
  await server.close();
  expect(server.sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'POST /admin/v1/accounts/acc%2F1/topups',
    'POST /admin/v1/accounts/acc%2F1/refunds',
    'POST /admin/v1/accounts/acc%2F1/adjustments',
  ]);
  expect(server.sent.map(({ body }) => Object.keys(JSON.parse(body)).sort().join())).toEqual([
    'amount,reason,reference',
    'amount,reason,reference,request_id',
    'amount,reason,reference',
  ]);
});
