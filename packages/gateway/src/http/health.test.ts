// Whether a node is ready: asked of the ledger rarely, never for longer than a load balancer waits, and without details of an error.
import { afterEach, expect, test, vi } from 'vitest';
import type { Failure } from '../domain/failure.ts';
import { NotReady, serveHealth } from './health.ts';
import type { Server } from './server.ts';

afterEach(() => void vi.useRealTimers());

function world(ready: () => Promise<void>) {
  vi.useFakeTimers();
  let nowMs = 0;
  const clock = { nowMs: () => nowMs, monotonicMs: () => nowMs };
  const routes = new Map<string, () => Promise<unknown>>();
  const server = {
    app: {
      get: (path: string, _options: object, handler: () => Promise<unknown>) => routes.set(path, handler),
    },
    answers: {
      object: (_reply: unknown, _status: number, body: { status: string }) => body.status,
      failure: (_reply: unknown, { detail }: Failure) => detail,
    },
  } as unknown as Server;
  const asked = vi.fn(ready);
  serveHealth(server, { clock, ready: asked, draining: () => false });
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { state: () => routes.get('/readyz')!(), asked, pass };
}

test('the ledger is asked once in a quarter of a second, however often a supervisor asks', async () => {
  const { state, asked, pass } = world(async () => {});
  expect(await Promise.all([state(), state()])).toEqual(['ready', 'ready']);
  pass(250);
  await state();
  expect(asked).toHaveBeenCalledTimes(1);
  pass(1);
  await state();
  expect(asked).toHaveBeenCalledTimes(2);
  expect(vi.getTimerCount()).toBe(0);
});

test('a ledger that does not answer within two seconds is not ready', async () => {
  const { state } = world(() => new Promise(() => {}));
  const answers: unknown[] = [];
  const told = state().then((text) => answers.push(text));
  await vi.advanceTimersByTimeAsync(1_999);
  expect(answers).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(answers).toEqual(['Storage cannot commit.']);
  await told;
});

test('why a node takes no calls is shown, and the text of an unexpected error is not', async () => {
  const errors = [new NotReady('The library is missing.'), new Error('password=1')];
  const { state, pass } = world(() => Promise.reject(errors.shift()));
  expect(await state()).toBe('The library is missing.');
  pass(251);
  expect(await state()).toBe('Storage cannot commit.');
});
