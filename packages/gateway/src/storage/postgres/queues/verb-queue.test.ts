// The queue in front of the database: which verbs share a batch, which are rejected when, and what closing does.
import { expect, test } from 'vitest';
import { StorageUnavailable } from '../../storage.ts';
import { RESOLVE_MS, TRANSACTION_MS } from '../transaction.ts';
import { type VerbOutcome, VerbQueue, WAIT_MS_MAX } from './verb-queue.ts';

interface Sent {
  verbs: number[];
  answer(outcomes?: VerbOutcome[]): void;
}

/** A queue whose batches the test answers. */
function startQueue(limits: { queueMax?: number; batchMax?: number; parallel?: number } = {}) {
  const sent: Sent[] = [];
  let nowMs = 0;
  const clock = { nowMs: () => nowMs, monotonicMs: () => nowMs };
  const queue = new VerbQueue<number>({
    ...{ clock, queueMax: 10, batchMax: 3, parallel: 1, ...limits },
    run: (verbs) =>
      new Promise((resolve) => {
        const fine = verbs.map((value): VerbOutcome => ({ ok: true, value }));
        sent.push({ verbs, answer: (outcomes = fine) => resolve(outcomes) });
      }),
  });
  const advance = (ms: number) => {
    nowMs += ms;
  };
  return { queue, sent, advance };
}

/** Until everything that is due in this turn of the event loop, and in the next, has happened. */
async function turns(): Promise<void> {
  for (let i = 0; i < 4; i++) await new Promise((resolve) => setImmediate(resolve));
}

const failed = (error: Error): VerbOutcome => ({ ok: false, error });
const statuses = async (all: Promise<unknown>[]) =>
  (await Promise.allSettled(all)).map(({ status }) => status);

test('verbs of one turn share a batch, up to its size, in their sequence', async () => {
  const { queue, sent } = startQueue();
  const all = [1, 2, 3, 4].map((verb) => queue.run(verb));
  await turns();
  expect(sent.map(({ verbs }) => verbs)).toEqual([[1, 2, 3]]);
  sent[0]!.answer();
  await turns();
  expect(sent.map(({ verbs }) => verbs)).toEqual([[1, 2, 3], [4]]);
  sent[1]!.answer();
  expect(await Promise.all(all)).toEqual([1, 2, 3, 4]);
});

test('at most `parallel` batches are in flight', async () => {
  const { queue, sent } = startQueue({ batchMax: 1, parallel: 2 });
  const all = [1, 2, 3].map((verb) => queue.run(verb));
  await turns();
  expect(sent).toHaveLength(2);
  sent[1]!.answer();
  await turns();
  expect(sent).toHaveLength(3);
  for (const { answer } of sent) answer();
  expect(await Promise.all(all)).toEqual([1, 2, 3]);
});

test('a full queue refuses the next verb at once as overload', async () => {
  const { queue, sent } = startQueue({ queueMax: 2 });
  const all = [queue.run(1), queue.run(2)];
  await expect(queue.run(3)).rejects.toMatchObject({ overloaded: true });
  await turns();
  sent[0]!.answer();
  expect(await Promise.all(all)).toEqual([1, 2]);
});

test('a verb that fails with a bug rejects with that bug, and waiting verbs go on', async () => {
  const { queue, sent } = startQueue({ batchMax: 2 });
  const all = [1, 2, 3].map((verb) => queue.run(verb));
  const ended = statuses(all);
  await turns();
  sent[0]!.answer([failed(new Error('a bug')), { ok: true, value: 2 }]);
  await turns();
  sent[1]!.answer();
  expect(await ended).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  await expect(all[0]).rejects.toThrow('a bug');
});

test('when a whole batch finds the database down, all waiting verbs are rejected at once', async () => {
  const { queue, sent } = startQueue({ batchMax: 1 });
  const all = [1, 2, 3].map((verb) => queue.run(verb));
  const ended = statuses(all);
  await turns();
  sent[0]!.answer([failed(new StorageUnavailable('away'))]);
  expect(await ended).toEqual(['rejected', 'rejected', 'rejected']);
  await expect(all[2]).rejects.toThrow('away');
  expect(sent).toHaveLength(1);
});

test('a batch that fails by a bug rejects no other verb', async () => {
  const { queue, sent } = startQueue({ batchMax: 1 });
  const all = [1, 2].map((verb) => queue.run(verb));
  const ended = statuses(all);
  await turns();
  sent[0]!.answer([failed(new Error('a bug'))]);
  await turns();
  sent[1]!.answer();
  expect(await ended).toEqual(['rejected', 'fulfilled']);
});

test('a verb that waited longer than any one batch takes is rejected; one that waited just that long is not', async () => {
  const { queue, sent, advance } = startQueue({ batchMax: 1 });
  const all = [queue.run(1), queue.run(2)];
  const ended = statuses(all);
  await turns();
  advance(1);
  const third = queue.run(3);
  advance(WAIT_MS_MAX);
  sent[0]!.answer();
  await turns();
  sent[1]!.answer();
  expect(await ended).toEqual(['fulfilled', 'rejected']);
  await expect(all[1]).rejects.toMatchObject({ overloaded: true });
  expect(await third).toBe(3);
});

test('a batch that waits for its COMMIT as long as it may causes no later verb to be rejected', async () => {
  const { queue, sent, advance } = startQueue({ batchMax: 1 });
  const all = [queue.run(1), queue.run(2)];
  await turns();
  advance(TRANSACTION_MS + RESOLVE_MS);
  sent[0]!.answer();
  await turns();
  sent[1]!.answer();
  expect(await Promise.all(all)).toEqual([1, 2]);
});

test('closing waits for earlier verbs, and refuses later ones', async () => {
  const { queue, sent } = startQueue({ batchMax: 1 });
  const all = [1, 2].map((verb) => queue.run(verb));
  let isClosed = false;
  const closing = queue.close().then(() => {
    isClosed = true;
  });
  await expect(queue.run(3)).rejects.toThrow('closed');
  await turns();
  sent[0]!.answer();
  await turns();
  expect(isClosed).toBe(false);
  sent[1]!.answer();
  expect(await Promise.all(all)).toEqual([1, 2]);
  await closing;
});

test('an empty queue closes at once', async () => {
  await startQueue().queue.close();
});
