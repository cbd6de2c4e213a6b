import { describe, expect, test } from 'vitest';
import { createRequestIds, makeRequestId } from './request-id.ts';

const clock = (nowMs: number) => ({ nowMs: () => nowMs, monotonicMs: () => 0 });
const zeros = (bytes: number) => new Uint8Array(bytes);
const asking = (headers: Record<string, string>, url = '/api/u1/v1/x/app/search_video') => ({ headers, url });
const ids = createRequestIds('reelgate', clock(1_795_000_000_000), zeros);

test('a generated id is req_ and 26 characters, and later ones sort later', () => {
  const early = makeRequestId(clock(1_795_000_000_000), (bytes) => new Uint8Array(bytes).fill(255));
  const late = makeRequestId(clock(1_795_000_000_001), zeros);
  expect(early).toMatch(/^req_[0-9A-HJKMNP-TV-Z]{26}$/);
  expect(early < late).toBe(true);
});

describe('the caller’s id', () => {
  test.each([
    ['one character', 'a', true],
    ['255 characters', 'a'.repeat(255), true],
    ['256 characters', 'a'.repeat(256), false],
    ['every visible character', '!"#$%&\'()*+,-./09:;<=>?@AZ[\\]^_`az{|}~', true],
    ['nothing', '', false],
    ['a space inside', 'a b', false],
    ['a tab', 'a\tb', false],
    ['a byte above ASCII', 'ä', false],
    ['two headers, as node joins them', 'a, b', false],
  ])('%s', (_name, id, usable) => {
    const request = asking({ [ids.header]: id });
    expect(ids.given(request)).toBe(id);
    expect(ids.refusal(request) === null).toBe(usable);
    expect(ids.choose(id) === id).toBe(usable);
    expect(ids.choose(id)).not.toBe('');
  });

  test('absent: one is made, and nothing is refused', () => {
    expect(ids.given(asking({}))).toBe(undefined);
    expect(ids.refusal(asking({}))).toBe(null);
    expect(ids.choose(undefined)).toMatch(/^req_/);
  });
});

describe('Idempotency-Key', () => {
  const key = (value: string) => asking({ 'idempotency-key': value });

  test.each([
    ['order-17', 'order-17'],
    ['"order-17"', 'order-17'],
    ['"a\\"b\\\\c"', 'a"b\\c'],
    ['a"b', 'a"b'],
    [`"${'a'.repeat(255)}"`, 'a'.repeat(255)],
  ])('%s is the id of a call', (value, id) => {
    expect([ids.given(key(value)), ids.of(key(value)), ids.refusal(key(value))]).toEqual([id, id, null]);
  });

  test.each([
    ...['', '""', '"', '"a', '"a"b"', '"a\\b"', '"a";x=1', '"a", "a"', 'a, a', '"a b"', 'a b', '"ä"'],
    `"${'a'.repeat(256)}"`,
  ])('%s is refused', (value) => {
    expect(ids.refusal(key(value))).toMatchObject({
      code: 'INVALID_REQUEST_ID',
      errors: [{ field: 'idempotency-key' }],
    });
    expect(ids.of(key(value))).toMatch(/^req_/);
  });

  test('must equal the other header when both are sent', () => {
    const both = (id: string, value: string) => asking({ [ids.header]: id, 'idempotency-key': value });
    expect(ids.refusal(both('a', '"a"'))).toBe(null);
    expect(ids.refusal(both('a', 'b'))).toMatchObject({ errors: [{ field: 'idempotency-key' }] });
    expect(ids.refusal(both('a b', 'a b'))).toMatchObject({ errors: [{ field: ids.header }] });
    expect(ids.of(both('a', 'b'))).toBe('a');
  });

  test('is ignored on routes that are not calls', () => {
    const elsewhere = asking({ 'idempotency-key': 'a b' }, '/api/account/v1/balance');
    expect([ids.given(elsewhere), ids.refusal(elsewhere)]).toEqual([undefined, null]);
  });
});
