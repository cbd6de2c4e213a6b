import { describe, expect, test } from 'vitest';
import { createRequestIds, makeRequestId } from './request-id.ts';

const clock = (nowMs: number) => ({ nowMs: () => nowMs, monotonicMs: () => 0 });
const zeros = (bytes: number) => new Uint8Array(bytes);
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
    expect(ids.given({ [ids.header]: id })).toBe(id);
    expect(ids.refusal(id) === null).toBe(usable);
    expect(ids.choose(id) === id).toBe(usable);
    expect(ids.choose(id)).not.toBe('');
  });

  test('absent: one is made, and nothing is refused', () => {
    expect(ids.given({})).toBe(undefined);
    expect(ids.refusal(undefined)).toBe(null);
    expect(ids.choose(undefined)).toMatch(/^req_/);
  });
});
