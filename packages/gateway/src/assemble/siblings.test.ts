// What operators see of several workers: each provider with the sum of its figures; and that key checks are refused, not let through,
// while the primary does not answer.
import { expect, test } from 'vitest';
import { isFailure } from '../domain/failure.ts';
import { TestHealth } from '../health/testing/health.ts';
import type { ProviderState } from '../verb/deps.ts';
import type { Channel } from '../workers/channel.ts';
import { mergeStates, siblingsOf } from './siblings.ts';

const { health } = new TestHealth();
const stateOf = (name: string, gate: ProviderState['gate']) =>
  ({ name, gate, health: { ...health.report(name), calls: 1 } }) as ProviderState;

test('figures of one provider are added up over all workers, in whatever sequence they list their providers', () => {
  const one = [stateOf('a', { limit: 1, inFlight: 2, waiting: 3, unasked: 4 }), stateOf('b', null)];
  const other = [stateOf('b', null), stateOf('a', { limit: 10, inFlight: 20, waiting: 30, unasked: 40 })];
  const quiet = [stateOf('a', null)];
  const [a, b] = mergeStates([one, other, quiet]);
  expect(a).toMatchObject({ name: 'a', gate: { limit: 11, inFlight: 22, waiting: 33, unasked: 44 } });
  expect(b).toMatchObject({ name: 'b', gate: null });
  expect([a!.health.calls, b!.health.calls]).toEqual([3, 2]);
});

test('a worker asks the primary about key checks, and refuses them while the primary does not answer', async () => {
  const asked: unknown[] = [];
  let answer: () => Promise<unknown> = async () => null;
  const ask = (...question: unknown[]) => {
    asked.push(question);
    return answer();
  };
  const { keyCheck, count } = siblingsOf({ ask } as unknown as Channel, 3);
  expect([await keyCheck!('10.0.0.1'), count]).toEqual([null, 3]);
  expect(asked).toEqual([['key check', '10.0.0.1']]);
  answer = () => Promise.reject(new Error('no reply in time'));
  const refused = await keyCheck!('10.0.0.1');
  expect(isFailure(refused) && refused).toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: 1_000 });
});
