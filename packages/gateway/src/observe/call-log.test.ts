// Which calls have a line, and that lines that cannot be written are counted and delay nothing.
import { execFileSync } from 'node:child_process';
import { constants, mkdtempSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { toMicros } from '../domain/money.ts';
import { createCallLog } from './call-log.ts';
import type { EndedCall } from './ended-call.ts';
import { silentLog } from './log.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-call-log-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const call: EndedCall = {
  ...{
    requestId: 'r',
    account: 'acc',
    key: 'key',
    method: 'GET',
    route: '/p',
    path: '/p',
    platform: 'x',
    operation: 'video.search',
  },
  ...{ variant: 'stable', status: 200, code: null, chargedMicros: toMicros(12_000), source: 'live' },
  ...{
    provider: 'p',
    keyword: null,
    beganAtMs: 0,
    durationMs: 1.26,
    steps: [],
    attempts: [],
    exchanges: [],
    trace: null,
  },
};

function open(name: string, more: { successes?: number; chance?: () => number } = {}) {
  const to = path.join(folder, name);
  const { successes = 0.5, chance = () => 0.5 } = more;
  return { to, log: createCallLog({ to, successes: () => successes, log: silentLog, chance }) };
}

/** The file is opened asynchronously, so the lines are awaited. */
async function linesOf(file: string, count: number): Promise<Record<string, unknown>[]> {
  const read = () => readFileSync(file, 'utf8').trimEnd().split('\n');
  await expect.poll(() => read().filter((line) => line !== '').length).toBe(count);
  return read().map((line) => JSON.parse(line));
}

test('every failure has a line, and of the other calls the configured share', async () => {
  const draws = [0.4, 0.5, 0.6];
  const { to, log } = open('share.log', { chance: () => draws.shift()! });
  for (const requestId of ['a', 'b', 'c']) log.write({ ...call, requestId });
  log.write({ ...call, requestId: 'failed', code: 'UPSTREAM_TIMEOUT', status: 504 });
  const lines = await linesOf(to, 2);
  expect(lines.map(({ requestId }) => requestId)).toEqual(['a', 'failed']);
  expect(lines[0]).toEqual({
    ...{ level: 30, time: expect.any(String), msg: 'call', requestId: 'a', account: 'acc', key: 'key' },
    ...{ path: '/p', status: 200, code: null, charged: '0.012000', source: 'live', provider: 'p' },
    ...{ attempts: 0, durationMs: 1.3 },
  });
  await log.close();
});

test('a line has its trace and, if configured, its keyword; no line contains a key', async () => {
  const { to, log } = open('trace.log', { chance: () => 0 });
  const trace = { traceId: 'ab', spanId: 'cd', parentSpanId: null, isSampled: false, exchanges: [] };
  log.write({ ...call, trace, keyword: '猫 rgk_live_abcdefgh' });
  const [line] = await linesOf(to, 1);
  expect(line).toMatchObject({ traceId: 'ab', keyword: '猫 [secret]' });
  await log.close();
});

test('a file that was moved away is opened again on a reload', async () => {
  const { to, log } = open('moved.log', { chance: () => 0 });
  log.write({ ...call, requestId: 'before' });
  await linesOf(to, 1);
  renameSync(to, `${to}.1`);
  log.reopen();
  log.write({ ...call, requestId: 'after' });
  await expect.poll(() => tryRead(to)).toContain('after');
  expect(tryRead(`${to}.1`)).not.toContain('after');
  await log.close();
});

const tryRead = (file: string) => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

test.skipIf(process.platform === 'win32')(
  'what nobody takes is dropped and counted, and no call waits',
  async () => {
    const pipe = path.join(folder, 'nobody-reads');
    execFileSync('mkfifo', [pipe]);
    const { log } = open('nobody-reads', { chance: () => 0 });
    // Some 200 bytes each: more than the limit of a megabyte.
    for (let n = 0; n < 10_000; n++) log.write(call);
    expect(log.dropped).toBeGreaterThan(1_000);
    expect(log.dropped).toBeLessThan(10_000);
    // A reader comes at last: otherwise a thread of Node's pool would wait for one for ever.
    const reader = new Socket({ fd: openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK) }).resume();
    await log.close();
    reader.destroy();
  },
);

test('a file that cannot be written is reported once, does not delay shutdown, and lines after the end are ignored', async () => {
  const said: string[] = [];
  const log = { ...silentLog, error: (_detail: object, message: string) => void said.push(message) };
  const lines = createCallLog({ to: folder, successes: () => 1, log, chance: () => 0 });
  lines.write(call);
  await expect.poll(() => said).toEqual(['the log of calls cannot be written']);
  const closed = lines.close();
  lines.write(call);
  await closed;
});

test('a log that is closed before its file was found to be unusable is closed all the same', async () => {
  const said: string[] = [];
  const log = { ...silentLog, error: (_detail: object, message: string) => void said.push(message) };
  await createCallLog({ to: folder, successes: () => 1, log, chance: () => 0 }).close();
  expect(said).toEqual(['the log of calls cannot be written']);
});

test('without a destination of its own, a call is a line of the log at level debug', () => {
  const said: unknown[] = [];
  const level = { isDebug: false };
  const log = {
    ...silentLog,
    debug: (fields: object) => said.push(fields),
    isLevelEnabled: () => level.isDebug,
  };
  const lines = createCallLog({ to: 'off', successes: () => 0, log, chance: () => 1 });
  expect(lines.isOn()).toBe(false);
  level.isDebug = true;
  expect(lines.isOn()).toBe(true);
  lines.write(call);
  expect(said).toEqual([expect.objectContaining({ requestId: 'r' })]);
});

test('a closed log has written all lines, and leaves no timer', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const { to, log } = open('closed.log', { chance: () => 0 });
    log.write(call);
    expect(vi.getTimerCount()).toBe(1);
    await log.close();
    expect(vi.getTimerCount()).toBe(0);
    expect(JSON.parse(readFileSync(to, 'utf8'))).toMatchObject({ requestId: 'r' });
  } finally {
    vi.useRealTimers();
  }
});
