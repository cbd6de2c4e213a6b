import { expect, test } from 'vitest';
import { between, groupOf, parseThread, sumThreads, type Thread, type Threads } from './threads.ts';

const thread = (name: string, cpuMicros: number, switches = 0): Thread => ({
  name,
  cpuMicros,
  switches,
  wakeups: switches - 1,
});

test('CPU comes from the first field of schedstat, switches are the voluntary and the involuntary ones', () => {
  const status = 'Name:\tnode\nvoluntary_ctxt_switches:\t120\nnonvoluntary_ctxt_switches:\t7\n';
  expect(parseThread('2500000 99 4\n', status)).toEqual({ cpuMicros: 2_500, switches: 127, wakeups: 120 });
});

test('threads are compared by their id, and one that ended takes nothing away from the others', () => {
  const before: Threads = new Map([
    [1, thread('main thread', 100, 10)],
    [2, thread('WorkerThread', 900, 90)],
  ]);
  const after: Threads = new Map([
    [1, thread('main thread', 150, 12)],
    [3, thread('WorkerThread', 30, 3)],
  ]);
  expect(between(before, after)).toEqual([
    { ...thread('main thread', 50, 2), wakeups: 2 },
    thread('WorkerThread', 30, 3),
  ]);
});

test("every thread belongs to one group: the event loop, storage, V8's helpers, or the rest", () => {
  const names = ['main thread', 'WorkerThread', 'node-V8Worker', 'libuv-worker', 'node-V8Worker'];
  const sums = sumThreads(
    names.map((name) => thread(name, 1)),
    groupOf,
    ({ cpuMicros }) => cpuMicros,
  );
  expect(Object.fromEntries(sums)).toEqual({ main: 1, storage: 1, v8: 2, other: 1 });
});
