// What a model is shown: the facts of a record in one line, untrusted text made harmless, and no more than fits.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerNotes } from './answer-notes.ts';
import { shown } from './platform-text.ts';
import { questionIds } from './question-id.ts';
import { rowOf } from './shown-records.ts';
import { fitting, problemResult, RESULT_BYTES_MAX } from './tool-result.ts';

const CONTROLS = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

describe('text of a platform', () => {
  test.each([
    ['a line end', 'one\ntwo\r\nthree', 'one two three'],
    ['a mark that turns direction', 'pay \u202e0.01', 'pay 0.01'],
    ['characters that are not seen', 'a\u200bb\ufeffc', 'a b c'],
    ['an escape of a terminal', '\u001b[31mred', '[31mred'],
    ['no text', 7, ''],
  ])('with %s is one plain line', (_, given, expected) => {
    expect(shown(given, 40)).toBe(expected);
  });

  test('of any length and content is a line of limited length without control characters', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 120 }),
        fc.integer({ min: 2, max: 50 }),
        (text, max) => {
          const line = shown(text, max);
          expect(Array.from(line).length).toBeLessThanOrEqual(max);
          expect(CONTROLS.test(line)).toBe(false);
        },
      ),
      { numRuns: 50 },
    );
  });

  test('of a megabyte is not read to its end', () => {
    expect(shown('猫'.repeat(1_000_000), 10)).toBe(`${'猫'.repeat(9)}…`);
  });
});

const VIDEO = {
  platform: 'demo',
  id: 'v1',
  title: 'A cat',
  author: { id: 'a1', name: 'Ann', handle: null },
  published_at: '2026-01-02T03:04:05Z',
  duration_ms: 3_723_000,
  stats: { views: 0, likes: null },
  url: 'https://demo.example/v1',
  text: 'long',
  tags: ['one', 'two'],
};

test('a video is one line, in this order', () => {
  expect(rowOf('video', VIDEO, 'brief').line).toBe(
    'v1 · A cat · Ann (a1) · 2026-01-02 · 1:02:03 · 0 views · https://demo.example/v1',
  );
});

test.each([
  [{ match: 'exact' }, ''],
  [{ match: 'most_words' }, ' · found by most words'],
  [{ match: 'spoken', matched: { field: 'transcript', position_ms: 72_000 } }, ' · spoken at 1:12'],
])('a result with %o says what of the keyword it has, unless that is its very words', (said, text) => {
  expect(rowOf('video', { ...VIDEO, ...said }, 'brief').line).toContain(`1:02:03${text} · 0 views`);
});

test('a figure has its name, in a comment and in the full form of a video', () => {
  const comment = { id: 'c1', author: { name: 'Bo' }, text: 'Nice', likes: 3, replies: 2 };
  expect(rowOf('comment', comment, 'brief').line).toBe('c1 · Bo · Nice · 3 likes · 2 replies');
  const { line } = rowOf('video', { ...VIDEO, stats: { views: 7, likes: 5, comments: 4 } }, 'full');
  expect(line).toContain(' · 7 views · 5 likes · 4 comments · ');
});

test('an answer says what is missing and which filters were not applied, and nothing when it is complete', () => {
  expect(answerNotes({ items: [], platforms: [{ platform: 'a', status: 'ok' }], disabled: false })).toEqual(
    [],
  );
  expect(
    answerNotes({
      not_found: [{ id: 'x', reason: 'private' }],
      failed: [{ id: 'y', code: 'UPSTREAM_BUSY' }],
      platforms: [
        { platform: 'a', status: 'ended' },
        { platform: 'b', status: 'timeout' },
      ],
      ignored_filters: ['sort', 'region'],
      approximate_filters: ['language'],
      disabled: true,
    }),
  ).toEqual([
    'not there: x (private)',
    'could not be asked, and not charged: y (UPSTREAM_BUSY)',
    'without: b (timeout)',
    'filters that were not applied: sort, region',
    'filters that are applied only approximately: language',
    'the owner has switched comments off',
  ]);
});

test('the full form adds description and tags, and leaves out unknown values', () => {
  const { facts } = rowOf('video', VIDEO, 'full');
  expect(facts).toMatchObject({ description: 'long', tags: 'one, two', views: 0 });
  expect(Object.keys(facts)).not.toContain('likes');
});

test('a whole record names each of its facts, the same in text and in fields', () => {
  const { facts, line } = rowOf('video', { ...VIDEO, width: 640, height: 360, region: 'FR' }, 'whole');
  expect(facts).toMatchObject({ size: '640x360', region: 'FR', description: 'long' });
  expect(line.trim().split('\n')).toEqual(Object.entries(facts).map(([name, value]) => `${name}: ${value}`));
});

test('rows are added until either form is full, and there is always at least one', () => {
  const row = { line: 'x'.repeat(1_000), facts: { a: 'x'.repeat(3_000) } };
  expect(fitting(Array(50).fill(row), null)).toHaveLength(5);
  expect(fitting(Array(50).fill(row), 'a cursor '.repeat(300))).toHaveLength(4);
  const huge = { line: 'x'.repeat(RESULT_BYTES_MAX), facts: {} };
  expect(fitting([huge, huge], null)).toHaveLength(1);
});

test('an unknown outcome is not reported as free', () => {
  const answer = {
    status: 503,
    body: { code: 'STORAGE_UNAVAILABLE', detail: 'x', next: 'retry', retry_after_ms: 1_500 },
    charged: null,
    balance: null,
    isReplay: false,
  };
  expect(problemResult(answer, 'r1').content[0]!.text).toBe(
    'STORAGE_UNAVAILABLE: x · it is not known whether this was charged: ask `receipt` · repeat the same call; it is charged once at most · in 2 s · id r1',
  );
});

describe('the id of a question', () => {
  const MINUTES_10 = 600_000;
  const ids = (nowMs: number, question: object = { a: 1, b: 2 }, payer = 'k1') =>
    questionIds(nowMs, { payer, tool: 't', question });

  test('is the same for the same arguments in any order, and differs for others', () => {
    expect(ids(0)).toEqual(ids(0, { b: 2, a: 1 }));
    expect(ids(0).requestId).not.toBe(ids(0, { a: 1, b: 3 }).requestId);
    expect(ids(0).requestId).not.toBe(ids(0, { a: 1, b: 2 }, 'k2').requestId);
  });

  test('lasts for ten minutes, and comes with those of the windows before and after', () => {
    const [before, now, after] = [4, 5, 6].map((window) => ids(MINUTES_10 * window));
    expect(ids(MINUTES_10 * 6 - 1)).toEqual(now);
    expect(now!.twins).toEqual([before!.requestId, after!.requestId]);
  });
});
