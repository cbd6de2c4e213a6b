// How one video is asked for, and which fields its answer has around the record.
import { Value } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { PageMemory } from '../cache/page-memory.ts';
import type { Group } from '../domain/access/key.ts';
import { joinedBytes, withFacts } from '../domain/answer.ts';
import { isFailure } from '../domain/failure.ts';
import { VIDEO_ID_CHARS_MAX } from '../domain/limits.ts';
import { toMicros } from '../domain/money.ts';
import { RecordAnswer } from './record-answer.ts';
import { rawResults } from './results.ts';
import { readVideoQuery, videoGet } from './video-get.ts';

describe('a question for one video', () => {
  test.each([
    ['an id alone', { id: ' v1 ' }, { ask: { id: 'v1' }, includeRaw: false, maxAgeSeconds: null }],
    ['the longest id', { id: 'a'.repeat(VIDEO_ID_CHARS_MAX) }, { includeRaw: false }],
    ['its raw record', { id: 'v1', include: 'raw' }, { includeRaw: true }],
    ['a live answer', { id: 'v1', max_age: '0' }, { maxAgeSeconds: 0 }],
    ['an answer of a day', { id: 'v1', max_age: '86400' }, { maxAgeSeconds: 86_400 }],
  ])('may have %s', (_name, query, read) => {
    expect(readVideoQuery(query as unknown as Record<string, string>)).toMatchObject(read);
  });

  test.each([
    ['no id', {}, 'id'],
    ['an empty id', { id: '' }, 'id'],
    ['an id that is too long', { id: 'a'.repeat(VIDEO_ID_CHARS_MAX + 1) }, 'id'],
    ['something else to include', { id: 'v1', include: 'media' }, 'include'],
    ['an age beyond a day', { id: 'v1', max_age: '86401' }, 'max_age'],
    ['an age below zero', { id: 'v1', max_age: '-1' }, 'max_age'],
    ['an empty age', { id: 'v1', max_age: '' }, 'max_age'],
    ['a parameter of searches', { id: 'v1', keyword: 'cat' }, 'keyword'],
  ])('with %s is refused and the field named', (_name, query, field) => {
    const read = readVideoQuery(query as unknown as Record<string, string>);
    expect(isFailure(read) && read.errors?.[0]?.field).toBe(field);
  });
});

describe('the answer', () => {
  const textOf = (group: Group, source: 'live' | 'cache') => {
    const results = rawResults('{"id":7354000000000000001}', {
      keeper: new PageMemory(1_000_000),
      after: '',
    });
    const answer = new RecordAnswer({ group, platform: 'demo', ask: { id: 'v1' } }, results, []);
    expect([answer.isEmpty, answer.bytes > 0]).toEqual([false, true]);
    const prices = { unitPrice: '0.004000', charged: '0.002000', currency: 'USD', catalogVersion: 4 };
    const figures = { unit: 'call' as const, items: null, sum: '1 x 0.004000, reduced to 0.002000' };
    const text = answer.write({ requestId: 'r1', source, ...prices, ...figures });
    return joinedBytes(withFacts(text, { balanceMicros: toMicros(9_988_000) })).toString();
  };

  test.each([
    ['u1', 'live', 'item'],
    ['u2', 'cache', 'raw'],
  ] as const)(
    'of group %s from %s holds the record as `%s`, digit for digit, and its receipt',
    (group, source, name) => {
      const text = textOf(group, source);
      expect(text).toContain(`"${name}":{"id":7354000000000000001},`);
      expect(JSON.parse(text)).toMatchObject({
        request_id: 'r1',
        platform: 'demo',
        id: 'v1',
        receipt: {
          unit: 'call',
          items: null,
          sum: '1 x 0.004000, reduced to 0.002000',
          unit_price: '0.004000',
          charged: '0.002000',
          currency: 'USD',
          source,
          catalog_version: 4,
          balance: '9.988000',
        },
      });
    },
  );

  test('of group u2 fits the published schema', () => {
    expect(Value.Check(videoGet.answers.u2, JSON.parse(textOf('u2', 'live')))).toBe(true);
  });
});
