// Where verbs of locked accounts wait: in queues of their own, in their sequence, with a limit, and without delaying verbs of other
// accounts.
import { expect, test } from 'vitest';
import { StorageUnavailable } from '../../storage.ts';
import { CallQueue } from './call-queue.ts';
import type { VerbOutcome } from './verb-queue.ts';

interface NumberedVerb {
  accountId: string;
  n: number;
}

interface Sent {
  /** As `a1`: the first verb of account a. */
  names: string[];
  waitFor: string | null;
  /** Ends the batch, with these accounts reported as locked. */
  answer(...locked: string[]): void;
  fail(error: Error): void;
}

/** A queue whose batches the test answers. */
function startQueue() {
  const sent: Sent[] = [];
  let nowMs = 0;
  const clock = { nowMs: () => nowMs, monotonicMs: () => nowMs };
  const queue = new CallQueue<NumberedVerb>({
    ...{ clock, queueMax: 5_000, batchMax: 5_000, parallel: 1 },
    run: (verbs, waitFor) =>
      new Promise((resolve) => {
        const outcomeOf = ({ accountId, n }: NumberedVerb, locked: string[]): VerbOutcome | null =>
          locked.includes(accountId) ? null : { ok: true, value: `${accountId}${n}` };
        sent.push({
          names: verbs.map(({ accountId, n }) => `${accountId}${n}`),
          waitFor,
          answer: (...locked) => resolve(verbs.map((verb) => outcomeOf(verb, locked))),
          fail: (error) => resolve(verbs.map(() => ({ ok: false, error }))),
        });
      }),
  });
  const run = (name: string) => queue.run({ accountId: name[0]!, n: Number(name.slice(1)) });
  const advance = (ms: number) => {
    nowMs += ms;
  };
  /** The batches that were sent since the last time; those that wait for no account come first. */
  const next = async () => {
    for (let i = 0; i < 6; i++) await new Promise((resolve) => setImmediate(resolve));
    return sent.splice(0).sort((x, y) => Number(x.waitFor !== null) - Number(y.waitFor !== null));
  };
  return { queue, run, advance, next };
}

test('a locked account gets its own queue, and the batches of all others go on without it', async () => {
  const { run, next } = startQueue();
  const a1 = run('a1');
  const b1 = run('b1');
  const [first] = await next();
  expect(first).toMatchObject({ names: ['a1', 'b1'], waitFor: null });
  first!.answer('a');
  expect(await b1).toBe('b1');
  const b2 = run('b2');
  const batches = await next();
  expect(batches).toMatchObject([
    { names: ['b2'], waitFor: null },
    { names: ['a1'], waitFor: 'a' },
  ]);
  batches[0]!.answer();
  expect(await b2).toBe('b2');
  batches[1]!.answer();
  expect(await a1).toBe('a1');
});

test('the verbs of an account keep their sequence, also those that queued up before it was found locked', async () => {
  const { run, next } = startQueue();
  const all = [run('a1')];
  const [first] = await next();
  all.push(run('a2'), run('b1'), run('a3'));
  first!.answer('a');
  const [plain, locked] = await next();
  expect(plain).toMatchObject({ names: ['b1'], waitFor: null });
  expect(locked).toMatchObject({ names: ['a1', 'a2', 'a3'], waitFor: 'a' });
  all.push(run('a4'));
  plain!.answer();
  locked!.answer('a');
  const [again] = await next();
  expect(again!.names).toEqual(['a1', 'a2', 'a3', 'a4']);
  again!.answer();
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
});

test('accounts that are merely contended share a batch, and one of them is waited for', async () => {
  const { run, next } = startQueue();
  const all = ['a1', 'b1', 'c1'].map(run);
  const [first] = await next();
  first!.answer('a', 'b', 'c');
  const [locked] = await next();
  expect(locked).toMatchObject({ names: ['a1', 'b1', 'c1'], waitFor: 'a' });
  locked!.answer('c');
  const [rest] = await next();
  expect(rest).toMatchObject({ names: ['c1'], waitFor: 'c' });
  rest!.answer();
  expect(await Promise.all(all)).toEqual(['a1', 'b1', 'c1']);
});

test('a contended account that was found locked three times is waited for itself', async () => {
  const { run, next } = startQueue();
  const all = [run('a1'), run('b1')];
  (await next())[0]!.answer('a', 'b');
  const waitedFor: (string | null)[] = [];
  for (let n = 2; n < 6; n++) {
    const [locked] = await next();
    waitedFor.push(locked!.waitFor);
    all.push(run(`a${n}`));
    locked!.answer(...(locked!.waitFor === 'b' ? [] : ['b']));
  }
  expect(waitedFor).toEqual(['a', 'a', 'a', 'b']);
  (await next())[0]!.answer();
  await Promise.all(all);
});

test('an account that stays locked through a wait delays no contended one', async () => {
  const { run, next } = startQueue();
  const all = ['a1', 'b1'].map(run);
  (await next())[0]!.answer('a', 'b');
  // The account that was waited for stayed locked, so no verb of this batch was tried.
  (await next())[0]!.answer('a', 'b');
  const batches = await next();
  expect(batches).toMatchObject([
    { names: ['a1'], waitFor: null },
    { names: ['b1'], waitFor: 'b' },
  ]);
  batches[1]!.answer();
  expect(await all[1]).toBe('b1');
  batches[0]!.answer('a');
  const [waiting] = await next();
  expect(waiting).toMatchObject({ names: ['a1'], waitFor: 'a' });
  waiting!.answer();
  expect(await all[0]).toBe('a1');
});

test('several stuck accounts take turns at being waited for, and each is tried in between', async () => {
  const { run, next } = startQueue();
  const all = ['a1', 'b1'].map(run);
  (await next())[0]!.answer('a', 'b');
  (await next())[0]!.answer('a', 'b');
  const [aTried, bWaited] = await next();
  bWaited!.answer('b');
  aTried!.answer('a');
  (await next())[0]!.answer('a');
  const turns: (string | null)[] = [];
  for (let turn = 0; turn < 4; turn++) {
    const [batch] = await next();
    turns.push(`${batch!.names.join()} ${batch!.waitFor}`);
    batch!.answer('a', 'b');
  }
  expect(turns).toEqual(['b1,a1 null', 'b1 b', 'a1,b1 null', 'a1 a']);
  (await next())[0]!.answer();
  expect(await Promise.all(all)).toEqual(['a1', 'b1']);
});

test('an account keeps its own queue for a moment after it was found locked, and then shares batches with all others again', async () => {
  const { run, advance, next } = startQueue();
  const a1 = run('a1');
  (await next())[0]!.answer('a');
  (await next())[0]!.answer();
  await a1;
  advance(499);
  const a2 = run('a2');
  const [locked] = await next();
  expect(locked!.waitFor).toBe('a');
  locked!.answer();
  await a2;
  advance(1);
  const both = [run('a3'), run('b1')];
  const [plain] = await next();
  expect(plain).toMatchObject({ names: ['a3', 'b1'], waitFor: null });
  plain!.answer();
  await Promise.all(both);
});

test('a verb that waits for a locked account for five seconds is rejected; no other verb is', async () => {
  const { run, advance, next } = startQueue();
  const late = expect(run('a1')).rejects.toThrow('the account is locked');
  (await next())[0]!.answer('a');
  const [waiting] = await next();
  advance(5_001);
  const a2 = run('a2');
  waiting!.answer('a');
  await late;
  const [again] = await next();
  expect(again!.names).toEqual(['a2']);
  again!.answer();
  expect(await a2).toBe('a2');
});

test('a locked account keeps two thousand verbs waiting and refuses the next, while others are taken', async () => {
  const { run, next } = startQueue();
  const all = [run('a1')];
  (await next())[0]!.answer('a');
  await next();
  const more = Array.from({ length: 2_000 }, (_, i) => run(`a${i + 2}`));
  await expect(run('a2002')).rejects.toMatchObject({ overloaded: true });
  const b1 = run('b1');
  (await next()).at(-1)!.answer();
  expect(await b1).toBe('b1');
  for (const one of [...all, ...more]) one.catch(() => {});
});

test('when the database is down, verbs of locked accounts are rejected at once', async () => {
  const { run, next } = startQueue();
  const a1 = expect(run('a1')).rejects.toThrow('away');
  (await next())[0]!.answer('a');
  const [waiting] = await next();
  const a2 = expect(run('a2')).rejects.toThrow('away');
  waiting!.fail(new StorageUnavailable('away'));
  await Promise.all([a1, a2]);
  expect(await next()).toEqual([]);
});

test('closing waits for verbs of locked accounts, and refuses later ones', async () => {
  const { queue, run, next } = startQueue();
  const a1 = run('a1');
  (await next())[0]!.answer('a');
  let isClosed = false;
  const closing = queue.close().then(() => {
    isClosed = true;
  });
  await expect(run('a2')).rejects.toThrow('closed');
  const [locked] = await next();
  expect(isClosed).toBe(false);
  locked!.answer();
  expect(await a1).toBe('a1');
  await closing;
});
