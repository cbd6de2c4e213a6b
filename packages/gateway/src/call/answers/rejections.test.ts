import { expect, test } from 'vitest';
import { AnswerCache } from '../../cache/answer-cache.ts';
import { systemClock } from '../../domain/clock.ts';
import { failure } from '../../domain/failure.ts';
import { NO_RETENTION_RULES } from '../../domain/retention.ts';
import { TRACKS_MAX } from '../../domain/transcript/tracks.ts';
import { createTestClock } from '../../storage/contracts/storage.contract.ts';
import type { CallDeps } from '../call-deps.ts';
import type { ConnectedProvider } from '../trying/connected-provider.ts';
import { findRejection, rememberRejection } from './answer-memory.ts';
import type { RememberedRejection } from './remembered-answer.ts';

const settings = () => ({ cacheFor: () => ({ freshMs: 60_000 }) });
const by = { connector: { facts: { retention: NO_RETENTION_RULES } } } as ConnectedProvider;
const task = { providers: [by], cacheKey: () => 'v1', maxAgeSeconds: null };

test.each([
  ['INVALID_REQUEST', 10_000],
  ['VIDEO_NOT_FOUND', 600_000],
  ['AUTHOR_NOT_FOUND', 600_000],
  ['COMMENT_NOT_FOUND', 600_000],
  ['PLAYLIST_NOT_FOUND', 600_000],
  ['TRANSCRIPT_NOT_FOUND', 600_000],
] as const)('%s is remembered for %i ms', (code, keptMs) => {
  const clock = createTestClock();
  const rejections = new AnswerCache<RememberedRejection>(clock, () => 1_000_000);
  const deps = { rejections, settings } as unknown as CallDeps;
  rememberRejection(deps, { task, path: '/', account: 'a' }, failure(code, 'x'), []);
  clock.advance(keptMs - 1);
  expect(findRejection(deps, task)?.failure.code).toBe(code);
  clock.advance(1);
  expect(findRejection(deps, task)).toBeNull();
});

test('the memory for refusals counts the tracks that a refusal lists', () => {
  const rejections = new AnswerCache<RememberedRejection>(systemClock, () => 1_000_000);
  const tracks = Array.from({ length: TRACKS_MAX }, (_, i) => ({
    language: `en-US-x-${String(i).padStart(8, '0')}-12345678-12345678`,
    kind: 'automatic' as const,
  }));
  const missing = failure('TRANSCRIPT_NOT_FOUND', 'x'.repeat(200), {
    transcript: { reason: 'language', tracks },
  });
  rememberRejection(
    { rejections, settings } as unknown as CallDeps,
    { task, path: '/', account: 'a' },
    missing,
    [],
  );
  expect(rejections.count).toBe(1);
  expect(rejections.bytes).toBeGreaterThanOrEqual(JSON.stringify(missing).length);
});
