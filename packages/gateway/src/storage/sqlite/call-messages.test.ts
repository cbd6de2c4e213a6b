// Messages between the event loop and a storage thread arrive as they were sent.
import { expect, test } from 'vitest';
import { toMicros } from '../../domain/money.ts';
import { callOf, settlementOf } from '../testing/payer.ts';
import type { VerbName } from '../verbs.ts';
import { packOutcome, packVerb, unpackOutcome, unpackVerb } from './call-messages.ts';

/** As posting a message does: the receiver shares no memory with the sender. */
const sent = <T>(message: T): T => structuredClone(message);

const hold = { accountId: 'acc', requestId: 'r1', epoch: 3 };
const attempt = { provider: 'p', startedMs: 0.25, durationMs: 7.5, outcome: 'ok', bytes: 10, costMicros: 0 };
const text = { kind: 'text' as const, head: ['{"n":', Uint8Array.of(0, 255), '"'], tail: '"}' };
const passed = { kind: 'bytes' as const, bytes: Uint8Array.of(1, 2), headers: { a: 'b' }, status: 203 };
const other = { group: 'u2' as const, variant: 'economy' as const, catalogVersion: 7 };
const paid = { chargedMicros: toMicros(5), source: 'stale' as const };

test.each<[VerbName, unknown]>([
  [
    'calls.open',
    { ...callOf('acc', '中文 🎬', other), answerKnown: true, extraPages: 3, twins: ['r0', 'r2'] },
  ],
  ['calls.openSettled', { ...callOf('acc', 'r1'), ...paid, answer: null, answerKnown: true, extraPages: 4 }],
  ['calls.openSettled', { ...callOf('acc', 'r1'), ...paid, answer: text, answerKnown: false, extraPages: 0 }],
  ['calls.settle', settlementOf(hold, { attempts: [attempt, attempt] as never, answer: null })],
  ['calls.settle', settlementOf(hold, { ...paid, answer: passed })],
  ['calls.release', { hold, failureCode: 'X', attempts: [attempt] }],
  ['accounts.update', { accountId: 'acc', rate: null, status: undefined }],
  ['catalog.all', undefined],
])('the verb %s arrives with every field of its input', (name, input) => {
  expect(unpackVerb(sent(packVerb(name, input)))).toStrictEqual({ name, input });
});

const rate = { limit: { requests: 1, perSeconds: 2, concurrent: 3 }, remaining: 4, resetMs: 5.5 };

test.each<[string, unknown]>([
  ['an opened call', { kind: 'opened', hold, rate }],
  ['a settled call', { kind: 'settled', balanceMicros: 9 }],
  ['a call that was settled at once', { kind: 'settled', balanceMicros: 0, rate }],
  [
    'a call that was settled before',
    { kind: 'replay', answer: { body: Uint8Array.of(1), gzip: null, passedOn: null }, rate },
  ],
  ['a refusal', { kind: 'limited', reason: 'requests', rate, retryAfterMs: 1 }],
  [
    'a look-up of a key',
    { key: { id: 'k', groups: ['u1'], rate: null }, account: { name: '中文' }, secretValidUntilMs: null },
  ],
  ['nothing', null],
  ['a number', 7],
])('the outcome of %s arrives as it left', (_, value) => {
  const outcome = { ok: true as const, value };
  expect(unpackOutcome(sent(packOutcome(outcome)), callOf('acc', 'r1'))).toStrictEqual(outcome);
});

test('a failure arrives as it was sent', () => {
  const outcome = { ok: false as const, unavailable: true, inDoubt: true, message: 'disk full' };
  expect(unpackOutcome(sent(packOutcome(outcome)), null)).toStrictEqual(outcome);
});
