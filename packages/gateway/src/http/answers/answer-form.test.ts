// Every answer's headers: what it cost, what is left of each limit, how old it is, and what replaces its route.
import { describe, expect, test } from 'vitest';
import type { CallOutcome } from '../../call/call-outcome.ts';
import { failure } from '../../domain/failure.ts';
import { toMicros } from '../../domain/money.ts';
import type { RateState } from '../../storage/storage.ts';
import { createForms, type Form, PROTECTIVE_HEADERS } from './answer-form.ts';
import { relativeDocs } from './problem.ts';

const forms = createForms('Gate', 'x-request-id', relativeDocs('/docs'));
const rate = (requests: number, remaining: number, resetMs: number): RateState => ({
  limit: { requests, perSeconds: 60, concurrent: 3 },
  remaining,
  resetMs,
});

/** Each header must occur once: a second one would silently win here. */
function headersOf({ headers }: Form): Record<string, string> {
  const names = headers.filter((_, i) => i % 2 === 0);
  expect(new Set(names).size).toBe(names.length);
  return Object.fromEntries(names.map((name, i) => [name, headers[2 * i + 1]!]));
}

const answered = {
  kind: 'answered',
  content: { kind: 'text', head: ['{"balance":"'], tail: '"}' },
  chargedMicros: toMicros(12_000),
  balanceMicros: toMicros(988_000),
  rate: rate(10, 4, 1_001),
  deprecation: null,
  ageSeconds: null,
};
const replayed = {
  kind: 'replayed',
  answer: { body: Buffer.from('{"old":1}'), gzip: null, passedOn: null },
  balanceMicros: toMicros(988_000),
  rate: rate(10, 4, 1_000),
  deprecation: null,
  free: { ...rate(100, 99, 2_000), policy: 'free' },
};
const call = (outcome: object, more: object = {}) =>
  forms.call('r1', { ...outcome, ...more } as unknown as CallOutcome);

describe('an answer that was paid', () => {
  test('says what it cost, what is left of the money and of the rate, and how long it is', () => {
    const form = call(answered);
    const body = form.body.join('');
    expect([form.status, body]).toEqual([200, '{"balance":"0.988000"}']);
    expect(headersOf(form)).toEqual({
      ...PROTECTIVE_HEADERS,
      'x-request-id': 'r1',
      'content-type': 'application/json; charset=utf-8',
      'x-gate-charged': '0.012000',
      'x-gate-balance': '0.988000',
      'ratelimit-policy': '"default";q=10;w=60',
      ratelimit: '"default";r=4;t=2',
      'content-length': String(body.length),
    });
  });

  test.each([
    ['live', null, undefined],
    ['kept for no time', 0, '0'],
    ['kept for a minute', 60, '60'],
  ])('has an age when it was kept: %s', (_, ageSeconds, age) => {
    expect(headersOf(call(answered, { ageSeconds })).age).toBe(age);
  });

  test('without a rate limit has no rate headers', () => {
    const names = Object.keys(headersOf(call(answered, { rate: null })));
    expect(names.filter((name) => name.startsWith('ratelimit'))).toEqual([]);
  });
});

test('a replay costs nothing, is marked as a replay, and counts against the limit on free answers', () => {
  const form = call(replayed);
  expect(form.body.join('')).toBe('{"old":1}');
  expect(headersOf(form)).toMatchObject({
    'x-gate-charged': '0.000000',
    'x-gate-balance': '0.988000',
    'x-gate-replayed': 'true',
    'ratelimit-policy': '"default";q=10;w=60, "free";q=100;w=60',
    ratelimit: '"default";r=4;t=1, "free";r=99;t=2',
    'content-length': '9',
  });
  expect(headersOf(call(answered))).not.toHaveProperty('x-gate-replayed');
});

test('what is left of a limit is never below zero, whatever the ledger counted', () => {
  expect(headersOf(call(answered, { rate: rate(10, -2, -5) })).ratelimit).toBe('"default";r=0;t=0');
});

describe.each([
  ['a fresh answer', answered],
  ['a replay', replayed],
])('%s of a deprecated path', (_, outcome) => {
  const at = { deprecatedAtMs: 1_999, sunsetAtMs: null, successor: null };

  test('has the date of the deprecation, and nothing that is unknown', () => {
    const headers = headersOf(call(outcome, { deprecation: at }));
    expect([headers.deprecation, headers.sunset, headers.link]).toEqual(['@1', undefined, undefined]);
  });

  test('has the date of removal and the successor, with every unusual character encoded', () => {
    const deprecation = { ...at, sunsetAtMs: 0, successor: '/a>b 猫?c=<' };
    const headers = headersOf(call(outcome, { deprecation }));
    expect(headers.sunset).toBe('Thu, 01 Jan 1970 00:00:00 GMT');
    expect(headers.link).toBe('</a%3Eb%20%E7%8C%AB?c=%3C>; rel="successor-version"');
  });

  test('that is not deprecated has none of these headers', () => {
    const headers = headersOf(call(outcome));
    expect([headers.deprecation, headers.sunset, headers.link]).toEqual([undefined, undefined, undefined]);
  });
});

describe("an upstream's own answer", () => {
  const content = (status: number, headers: Record<string, string>) => ({
    content: { kind: 'bytes', bytes: Buffer.from('abc'), headers, status },
  });

  test('keeps its status and its headers, next to ours', () => {
    const form = call(answered, content(201, { 'content-type': 'text/plain' }));
    expect(form.status).toBe(201);
    expect(headersOf(form)).toMatchObject({
      'content-type': 'text/plain',
      'x-request-id': 'r1',
      'x-content-type-options': 'nosniff',
      'x-gate-charged': '0.012000',
      'content-length': '3',
    });
  });

  test.each([
    [200, 'application/json; charset=utf-8', '3'],
    [204, undefined, undefined],
  ])('of status %i without a type has %s and a length of %s', (status, type, length) => {
    const headers = headersOf(call(answered, content(status, {})));
    expect([headers['content-type'], headers['content-length']]).toEqual([type, length]);
  });
});

describe('a failure', () => {
  test('lists the methods that a path accepts, and no limit that was not checked', () => {
    const form = forms.failure('r1', failure('METHOD_NOT_ALLOWED', 'Use GET.'), { allow: 'GET' });
    const headers = headersOf(form);
    expect([form.status, headers.allow, headers.ratelimit]).toEqual([405, 'GET', undefined]);
    expect(headersOf(forms.failure('r1', failure('NOT_FOUND', 'No.')))).not.toHaveProperty('allow');
  });

  test('of a call shows what is left of the limits that it was checked against', () => {
    const limits = { rate: rate(10, 0, 500), free: { ...rate(100, 0, 1_500), policy: 'reads' } };
    const outcome = { ...failure('RATE_LIMITED', 'Slow down.', { retryAfterMs: 1_200.5 }), ...limits };
    const form = call(outcome);
    expect(headersOf(form)).toMatchObject({
      'retry-after': '2',
      ratelimit: '"default";r=0;t=1, "reads";r=0;t=2',
    });
    expect(JSON.parse(form.body.join(''))).toMatchObject({
      status: 429,
      code: 'RATE_LIMITED',
      request_id: 'r1',
      charged: '0.000000',
      retry_after_ms: 1_201,
    });
  });

  test('never says to come back after 0 seconds', () => {
    const soon = failure('OVERLOADED', 'Busy.', { retryAfterMs: 0 });
    expect(headersOf(forms.failure('r1', soon))['retry-after']).toBe('1');
  });

  test('of a missing key says how to send one, and not why it was refused', () => {
    const refused = failure('UNAUTHORIZED', 'The key was revoked.', {
      errors: [{ field: 'key', message: 'x' }],
    });
    const form = forms.failure('r1', refused);
    expect(headersOf(form)['www-authenticate']).toBe('Bearer');
    expect(form.body.join('')).not.toMatch(/revoked|"errors"/);
  });

  test('says that nothing was charged only where that is known', () => {
    const bodyOf = (more: object) =>
      JSON.parse(forms.failure('r1', failure('STORAGE_UNAVAILABLE', 'Away.', more)).body.join(''));
    expect(bodyOf({})).toHaveProperty('charged', '0.000000');
    expect(bodyOf({ isChargeInDoubt: true })).not.toHaveProperty('charged');
    expect(bodyOf({})).not.toHaveProperty('retry_after_ms');
  });
});
