import { expect, test } from 'vitest';
import { Flights, FOLLOWERS_MAX } from './flights.ts';

const same = (answer: string) => answer;

/** A flight that the test ends by hand, and how often it was started. */
function work() {
  const landing = Promise.withResolvers<string>();
  const started = { times: 0 };
  const start = () => {
    started.times++;
    return landing.promise;
  };
  return { ...landing, start, started };
}

test('equal calls in flight share one piece of work and its answer', async () => {
  const flights = new Flights<string>();
  const { start, started, resolve } = work();
  const joined = [1, 2, 3].map(() => flights.join('a', start, same));
  expect(joined.map(({ isLeader }) => isLeader)).toEqual([true, false, false]);
  resolve('answer');
  expect(await Promise.all(joined.map(({ promise }) => promise))).toEqual(['answer', 'answer', 'answer']);
  expect(started.times).toBe(1);
  expect(flights.followersTotal).toBe(2);
});

test('different calls share nothing', () => {
  const flights = new Flights<string>();
  const [one, other] = [work(), work()];
  expect(flights.join('a', one.start, same).isLeader).toBe(true);
  expect(flights.join('b', other.start, same).isLeader).toBe(true);
  expect(other.started.times).toBe(1);
  expect(flights.count).toBe(2);
});

test('a flight that ended is forgotten: the next call starts a new one', async () => {
  const flights = new Flights<string>();
  const first = work();
  const { promise } = flights.join('a', first.start, same);
  first.resolve('old');
  await promise;
  expect(flights.count).toBe(0);
  const second = work();
  expect(flights.join('a', second.start, same).isLeader).toBe(true);
  expect(second.started.times).toBe(1);
});

test('a flight that throws rejects for all calls that joined, with the same error, and is forgotten', async () => {
  const flights = new Flights<string>();
  const { start, reject } = work();
  const joined = [1, 2].map(() => flights.join('a', start, same).promise);
  const bug = new Error('broken');
  reject(bug);
  for (const promise of joined) await expect(promise).rejects.toBe(bug);
  expect(flights.count).toBe(0);
  expect(flights.join('a', work().start, same).isLeader).toBe(true);
});

test('an answer lands once, and everybody gets what landed', async () => {
  const flights = new Flights<string>();
  const { start, resolve } = work();
  const joined = [1, 2].map(() => flights.join('a', start, (answer) => `${answer}, kept`).promise);
  resolve('answer');
  expect(await Promise.all(joined)).toEqual(['answer, kept', 'answer, kept']);
});

test('work that throws synchronously leaves nothing in flight', () => {
  const flights = new Flights<string>();
  const start = () => {
    throw new Error('broken');
  };
  expect(() => flights.join('a', start, same)).toThrow('broken');
  expect(flights.count).toBe(0);
});

test('a full flight is followed by a second one, which ends separately', async () => {
  const flights = new Flights<string>();
  const [first, second] = [work(), work()];
  for (let i = 0; i <= FOLLOWERS_MAX; i++) flights.join('a', first.start, same);
  const next = flights.join('a', second.start, same);
  expect(next.isLeader).toBe(true);
  first.resolve('first');
  await first.promise;
  const late = flights.join('a', first.start, same);
  expect(late.promise).toBe(next.promise);
  expect([first.started.times, second.started.times]).toEqual([1, 1]);
});
