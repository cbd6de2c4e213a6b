// Tests how collections and watches are shown: the question in words, the distance of runs, which ones have ended or run.
import { expect, test } from 'vitest';
import type { Collection } from '../api/api-types.ts';
import { shareSpent } from '../money/money.ts';
import {
  billedPath,
  COLLECTION_TONES,
  isCutShort,
  isEnded,
  isRunDue,
  questionWords,
  readEvery,
} from './gathered.ts';

test('a question is said by its subject first, and by every filter with its name', () => {
  expect(questionWords({ sort: 'newest', keyword: 'cat', duration: 'short' })).toBe(
    'cat · sort: newest · duration: short',
  );
  expect(questionWords({ comment_id: 'c1', id: 'v1' })).toBe('c1 · v1');
  expect(questionWords({})).toBe('');
});

test('a distance is a number and a unit, and auto is none', () => {
  expect([readEvery('15m'), readEvery('6h'), readEvery('7d'), readEvery('auto')]).toEqual([
    { count: 15, unit: 'minutes' },
    { count: 6, unit: 'hours' },
    { count: 7, unit: 'days' },
    null,
  ]);
});

test('three states are ends', () => {
  const states = Object.keys(COLLECTION_TONES) as Collection['state'][];
  expect(states.filter((state) => isEnded({ state }))).toEqual(['done', 'stopped', 'failed']);
});

test('a run is due from its time on, and never without one', () => {
  const at = '2026-11-15T06:00:00.000Z';
  const ms = Date.parse(at);
  expect(isRunDue({ next_run_at: at }, ms - 1)).toBe(false);
  expect(isRunDue({ next_run_at: at }, ms)).toBe(true);
  expect(isRunDue({ next_run_at: null }, ms)).toBe(false);
});

test('pages and runs are billed under paths of their own', () => {
  const path = '/api/u1/v1/library/app/search_video_v2';
  expect(billedPath(path, 'collect')).toBe('/api/u1/v1/library/collect/search_video_v2');
  expect(billedPath(path, 'watch')).toBe('/api/u1/v1/library/watch/search_video_v2');
});

test('what is spent of nothing is all', () => {
  expect([shareSpent(0n, 0n), shareSpent(1n, 4n)]).toEqual([1, 0.25]);
});

test('a collection that ended before all of its questions were asked is no plain success', () => {
  const full = { state: 'done', questions: 2, questions_unasked: 1 } as const;
  expect(isCutShort(full)).toBe(true);
  expect(isCutShort({ ...full, questions_unasked: 0 })).toBe(false);
  expect(isCutShort({ ...full, state: 'running' })).toBe(false);
});
