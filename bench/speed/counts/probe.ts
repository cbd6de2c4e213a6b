// Loaded into a gateway before its own code, in each of its threads. It counts what the event loop is given to do (promises, timers,
// immediates), messages between threads, what the database is asked, and what its commits write. It must never keep the process alive.
import { createHook } from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { BroadcastChannel, isMainThread, MessagePort, threadId } from 'node:worker_threads';
import { PlaceByLoad } from '../../../packages/gateway/src/storage/sqlite/place.ts';
import type { Counts } from './ask-probe.ts';

const counts: Counts = {
  promises: 0,
  timers: 0,
  immediates: 0,
  messages: 0,
  statements: 0,
  commits: 0,
  kB: 0,
};

/** Calls `count` before each call of a method. */
function before(prototype: object, name: string, count: (args: unknown[], self: unknown) => void): void {
  const methods = prototype as Record<string, (...args: unknown[]) => unknown>;
  const method = methods[name]!;
  methods[name] = function (this: unknown, ...args: unknown[]) {
    count(args, this);
    return method.apply(this, args);
  };
}

const countSql = (sql: string) => {
  counts.statements++;
  if (/^COMMIT/i.test(sql)) counts.commits++;
};
for (const name of ['get', 'all', 'iterate'])
  before(StatementSync.prototype, name, (_, self) => countSql((self as StatementSync).sourceSQL));
/** A commit writes the changed pages to the log. */
const run = StatementSync.prototype.run as (this: StatementSync, ...given: never[]) => unknown;
StatementSync.prototype.run = function (this: StatementSync, ...given: never[]) {
  countSql(this.sourceSQL);
  if (this.sourceSQL !== 'COMMIT') return run.apply(this, given);
  const before = written();
  const result = run.apply(this, given);
  counts.kB += written() - before;
  return result;
} as StatementSync['run'];
before(DatabaseSync.prototype, 'exec', ([sql]) => countSql(sql as string));
// A worker's own method goes through its port.
before(MessagePort.prototype, 'postMessage', () => counts.messages++);

/** A disk that needs no time: where verbs run must not depend on the machine. */
const { committed } = PlaceByLoad.prototype;
PlaceByLoad.prototype.committed = function (verbs, _tookMs, here) {
  committed.call(this, verbs, 0, here);
};

const KINDS: Record<string, 'promises' | 'timers' | 'immediates'> = {
  PROMISE: 'promises',
  Timeout: 'timers',
  Immediate: 'immediates',
};

function countResources(): void {
  const init = (_: number, type: string) => {
    const kind = KINDS[type];
    if (kind !== undefined) counts[kind]++;
  };
  createHook({ init }).enable();
}

/** By this thread, where the kernel tells it. */
function written(): number {
  const bytes = /^wchar: (\d+)$/m.exec(readFileSync('/proc/thread-self/io', 'latin1'))?.[1];
  return Number(bytes) / 1_000;
}

const channel = new BroadcastChannel('reelgate-counts');
channel.unref();

/** A thread that is idle answers at once. The run asks when the load is idle. */
const ANSWER_MS = 50;

if (isMainThread) {
  countResources();
  const threads: Record<number, Counts> = {};
  channel.onmessage = (event) => {
    const { from, counts } = (event as { data: { from: number; counts: Counts } }).data;
    threads[from] = counts;
  };
  process.on('message', (word) => {
    if (word !== 'counts') return;
    const own = { ...counts };
    channel.postMessage('ask');
    setTimeout(() => process.send?.({ ...threads, 0: own }), ANSWER_MS);
  });
  process.channel?.unref();
} else {
  channel.onmessage = (event) => {
    if ((event as { data: unknown }).data !== 'ask') return; // The answer of another thread.
    channel.postMessage({ from: threadId, counts });
  };
}
