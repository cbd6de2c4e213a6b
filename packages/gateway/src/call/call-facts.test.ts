// The log line of every call at level debug, and the request id in the log lines of failed attempts, over real HTTP.
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Log, LogLevel } from '../observe/log.ts';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.ts';

const SETTINGS = `
service: { public: "127.0.0.1:0", admin: "[::1]:0" }
platforms: { scripted: [first, second] }
providers:
  first: { connector: scripted }
  second: { connector: scripted }
cache: { fresh_seconds: 0 }
`;
const PATH = '/api/u1/v1/scripted/app/search_video_v2';
const KEYWORD = 'nobody-may-read-this';

interface Line {
  level: LogLevel;
  fields: Record<string, unknown>;
  message: string;
}

let lines: Line[];
let level: LogLevel;
let asked: LogLevel[];
let gateway: TestGateway;

const line = (at: LogLevel) => (detail: object, message: string) =>
  void lines.push({ level: at, fields: { ...detail }, message });
const log: Log = {
  error: line('error'),
  warn: line('warn'),
  info: line('info'),
  debug: line('debug'),
  isLevelEnabled: (name) => {
    asked.push(name);
    return name === level;
  },
  setLevel() {},
};

beforeEach(async () => {
  lines = [];
  asked = [];
  level = 'debug';
  gateway = await startTestGateway({ settings: SETTINGS, ports: { log, chance: () => 0 } });
  gateway.script = () => ({ ids: ['1'], cursor: null });
});
afterEach(() => gateway.close());

const calls = () => lines.filter(({ message }) => message === 'call').map(({ fields }) => fields);

test('every call has one line with its facts, and never the key, the keyword or the answer', async () => {
  gateway.script = (_query, at) =>
    at.provider === 'first' ? { kind: 'unavailable', detail: 'away' } : { ids: ['item-7'], cursor: null };
  await gateway.search({ keyword: KEYWORD }, { id: 'paid' });
  await gateway.search({ keyword: KEYWORD }, { id: 'paid' });
  const facts = {
    requestId: 'paid',
    account: expect.stringMatching(/^acc_/),
    key: expect.stringMatching(/^key_/),
    path: PATH,
    status: 200,
    code: null,
    durationMs: expect.any(Number),
  };
  expect(calls()).toEqual([
    { ...facts, charged: '0.012000', source: 'live', provider: 'second', attempts: 2 },
    { ...facts, charged: '0.000000', source: 'replay', provider: null, attempts: 0 },
  ]);
  const text = JSON.stringify(lines);
  for (const secret of [KEYWORD, 'item-7', gateway.key]) expect(text).not.toContain(secret);
});

test('a call that is refused or fails has its line, with the facts so far', async () => {
  gateway.script = () => ({ kind: 'unavailable', detail: 'away' });
  await gateway.search({ keyword: KEYWORD }, { id: 'failed' });
  await gateway.search({ keyword: '' }, { id: 'bad' });
  await gateway.ask(`${PATH}?keyword=x`, { key: `rgk_live_${'x'.repeat(38)}` });
  expect(calls()).toEqual([
    expect.objectContaining({
      requestId: 'failed',
      path: PATH,
      charged: '0.000000',
      source: null,
      code: expect.any(String),
    }),
    expect.objectContaining({
      requestId: 'bad',
      account: expect.any(String),
      status: 400,
      code: 'INVALID_REQUEST',
    }),
    expect.objectContaining({ account: null, key: null, status: 401, code: 'UNAUTHORIZED' }),
  ]);
});

test('an attempt that failed names the request id of its call', async () => {
  gateway.script = (_query, at) =>
    at.provider === 'first' ? { kind: 'unavailable', detail: 'away' } : { ids: ['1'], cursor: null };
  await gateway.search({ keyword: KEYWORD }, { id: 'one' });
  expect(lines.filter(({ message }) => message === 'attempt failed')).toEqual([
    {
      level: 'warn',
      fields: { requestId: 'one', provider: 'first', kind: 'unavailable', detail: 'away' },
      message: 'attempt failed',
    },
  ]);
});

test('while the level is off, a call asks once whether it is on and collects nothing', async () => {
  level = 'info';
  asked = [];
  await gateway.search({ keyword: KEYWORD }, { id: 'quiet' });
  expect(calls()).toEqual([]);
  expect(asked).toEqual(['debug']);
});
