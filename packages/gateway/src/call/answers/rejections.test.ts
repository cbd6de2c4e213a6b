import { expect, test } from 'vitest';
import { AnswerCache } from '../../cache/answer-cache.ts';
import { systemClock } from '../../domain/clock.ts';
import { type Failure, failure } from '../../domain/failure.ts';
import { NO_RETENTION_RULES } from '../../domain/retention.ts';
import { TRACKS_MAX } from '../../domain/transcript/tracks.ts';
import type { CallDeps } from '../call-deps.ts';
import type { ConnectedProvider } from '../trying/connected-provider.ts';
import { rememberRejection } from './answer-memory.ts';

test('the memory for refusals counts the tracks that a refusal lists', () => {
  const rejections = new AnswerCache<Failure>(systemClock, () => 1_000_000);
  const settings = () => ({ cacheFor: () => ({ freshMs: 1_000 }) });
  const by = { connector: { facts: { retention: NO_RETENTION_RULES } } } as ConnectedProvider;
  const task = { providers: [by], cacheKey: () => 'v1' };
  const tracks = Array.from({ length: TRACKS_MAX }, (_, i) => ({
    language: `en-US-x-${String(i).padStart(8, '0')}-12345678-12345678`,
    kind: 'automatic' as const,
  }));
  const missing = failure('TRANSCRIPT_NOT_FOUND', 'x'.repeat(200), {
    transcript: { reason: 'language', tracks },
  });
  rememberRejection({ rejections, settings } as unknown as CallDeps, { task, path: '/' }, missing);
  expect(rejections.count).toBe(1);
  expect(rejections.bytes).toBeGreaterThanOrEqual(JSON.stringify(missing).length);
});
