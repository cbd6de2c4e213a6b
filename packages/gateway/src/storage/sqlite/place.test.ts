import { expect, test } from 'vitest';
import { AT_ONCE_BYTES_MAX } from '../../domain/text/gzip-member.ts';
import type { VerbName } from '../verbs.ts';
import { PlaceByLoad } from './place.ts';

const named = (name: VerbName, times = 1) => Array.from({ length: times }, () => ({ name, input: {} }));
const opens = (times = 1) => named('calls.open', times);
const settles = named('calls.settle');
const settling = (answer: object | null) => [{ name: 'calls.settle' as const, input: { answer } }];

/** A place that has seen this many commits of a settlement. */
function after(commits: number, tookMs: number, here = false, place = new PlaceByLoad()): PlaceByLoad {
  for (let i = 0; i < commits; i++) place.committed(settles, tookMs, here);
  return place;
}

test('up to eight verbs of calls run on the event loop; more of them, and verbs of any other kind, run on the thread', () => {
  const place = new PlaceByLoad();
  expect([place.isHere(opens(8)), place.isHere(opens(9))]).toEqual([true, false]);
  expect(place.isHere([...opens(), ...named('accounts.topUp')])).toBe(false);
});

test('a disk that is slow for a while sends calls to the thread, and a single slow commit does not', () => {
  expect(after(1, 30).isHere(opens())).toBe(true);
  expect(after(1, 33).isHere(opens())).toBe(false);
  expect(after(100, 1.9).isHere(opens())).toBe(true);
  expect(after(100, 2.1).isHere(opens())).toBe(false);
});

test('a disk that has become fast, as the thread sees it, gets calls back to the event loop', () => {
  const place = after(100, 10);
  expect(after(20, 0.2, false, place).isHere(opens())).toBe(false);
  expect(after(10, 0.2, false, place).isHere(opens())).toBe(true);
});

test('what does not wait for the disk, or is not of few calls, tells nothing about the disk', () => {
  const place = after(100, 10);
  for (let i = 0; i < 100; i++) {
    place.committed(opens(), 0.1, false);
    place.committed([...settles, ...named('accounts.topUp')], 0.1, false);
    place.committed(named('calls.settle', 9), 0.1, false);
  }
  expect(place.isHere(opens())).toBe(false);
});

test('the thread gets one batch of calls after 256 verbs, so that it copies the log; other batches of its own do not count', () => {
  const place = after(255, 0, true);
  expect(place.isHere(opens())).toBe(true);
  place.committed(opens(), 0, true);
  place.committed(named('leases.renew'), 0, false);
  expect(place.isHere(opens())).toBe(false);
  place.committed(opens(), 0, false);
  expect(place.isHere(opens())).toBe(true);
});

test('a large answer that is not compressed yet goes to the thread, and any other answer does not', () => {
  const place = new PlaceByLoad();
  const text = (bytes: number, begun?: object) => ({
    kind: 'text',
    head: ['x'.repeat(bytes)],
    tail: '',
    begun,
  });
  const most = AT_ONCE_BYTES_MAX;
  const placed = [
    text(most),
    text(most + 1),
    text(most + 1, {}),
    { kind: 'bytes', bytes: Buffer.alloc(most) },
  ];
  expect(placed.map((answer) => place.isHere(settling(answer)))).toEqual([true, false, true, true]);
  expect(place.isHere(settling({ kind: 'bytes', bytes: Buffer.alloc(most + 1) }))).toBe(false);
  expect(place.isHere(settling(null))).toBe(true);
});
