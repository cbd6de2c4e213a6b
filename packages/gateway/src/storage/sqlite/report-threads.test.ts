// Threads for long reads are reused while they are needed, and end when they are idle, so that their memory is freed.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock, systemRandom } from '../../domain/clock.ts';
import { wantFreshThreads } from '../../testing/threads/reused-worker.ts';
import { openSqliteStorage } from './open-storage.ts';
import { ReportThreads } from './report-threads.ts';
import type { VerbThread } from './verb-thread.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-threads-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterAll(wantFreshThreads());

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const threads = () => readdirSync('/proc/self/task').length;
const turn = () => new Promise(setImmediate);

/** Waits by turns of the event loop, because timers are faked. */
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await turn();
}

test.skipIf(process.platform !== 'linux')(
  'a long read starts a thread, the next one uses it, and it ends five seconds after the last',
  async () => {
    const file = path.join(folder, 'a.db');
    const settings = { file, clock: systemClock, random: systemRandom, serves: false };
    const storage = await openSqliteStorage(settings);
    await storage.accounts.list({ after: null, limit: 1 });
    const before = threads();
    const read = () =>
      storage.usage.slice({ party: 'a', accountId: 'a', fromMs: 0, toMs: 86_400_000, by: ['failure'] });
    expect((await read()).kind).toBe('slices');
    expect(threads()).toBe(before + 1);
    vi.advanceTimersByTime(4_999);
    expect((await read()).kind).toBe('slices');
    expect(threads()).toBe(before + 1);
    vi.advanceTimersByTime(4_999);
    await turn();
    expect(threads()).toBe(before + 1);
    vi.advanceTimersByTime(1);
    await until(() => threads() === before);
    // Again: a thread that has ended is not used any more.
    expect((await read()).kind).toBe('slices');
    await storage.close();
    await until(() => threads() < before);
    await expect(read()).rejects.toThrow('closed');
  },
);

test('a thread that has begun to end by itself is waited for at the close', async () => {
  const ending = Promise.withResolvers<void>();
  const thread = { run: async () => 'read', close: () => ending.promise } as unknown as VerbThread;
  const threads = new ReportThreads(() => thread);
  expect(await threads.run('usage.slice', null)).toBe('read');
  vi.advanceTimersByTime(5_000);
  let isClosed = false;
  const closed = threads.close().then(() => {
    isClosed = true;
  });
  await turn();
  expect(isClosed).toBe(false);
  ending.resolve();
  await closed;
});
