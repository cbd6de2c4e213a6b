import { expect, test } from 'vitest';
import { ThingNames } from '../../domain/thing-names.ts';
import { createTestClock } from '../../storage/contracts/storage.contract.ts';
import { GONE_NAMES_MAX, GoneThings } from './gone-things.ts';

test('an answer from before a dropped report cannot be judged, so it is not given; a later one is', () => {
  const gone = new GoneThings(createTestClock());
  const before = gone.turn;
  gone.add([1]);
  const after = gone.turn;
  for (let name = 2; name <= GONE_NAMES_MAX; name++) gone.add([name]);
  expect([gone.isAnyAfter([1], before), gone.isAnyAfter([-1], before)]).toEqual([true, false]);
  gone.add([GONE_NAMES_MAX + 1]);
  expect([gone.isAnyAfter([1], before), gone.isAnyAfter([-1], before)]).toEqual([true, true]);
  expect(gone.isAnyAfter([-1], after)).toBe(false);
});

test('a report counts for answers that are at least as old, and not for younger ones', () => {
  const clock = createTestClock();
  const gone = new GoneThings(clock);
  gone.add([1]);
  clock.advance(1_000);
  expect([gone.isAnyWithin([2, 1], 1_000), gone.isAnyWithin([1], 999)]).toEqual([true, false]);
});

test('things of another kind, platform or secret have different numbers; upper and lower case are equal', () => {
  const names = new ThingNames(Buffer.from('secret'));
  const number = names.numberOf('video', 'a', 'X1');
  expect(names.numberOf('video', 'a', 'x1')).toBe(number);
  const others = [
    names.numberOf('author', 'a', 'X1'),
    names.numberOf('video', 'b', 'X1'),
    names.numberOf('video', 'a', 'X2'),
    new ThingNames(Buffer.from('other')).numberOf('video', 'a', 'X1'),
  ];
  expect(new Set([number, ...others]).size).toBe(5);
  const many = new Set(Array.from({ length: 50_000 }, (_, i) => names.numberOf('video', 'a', `id-${i}`)));
  expect(many.size).toBe(50_000);
});

test('an answer lists every name of its things once, also when authors alternate with videos', () => {
  const names = new ThingNames(Buffer.from('secret'));
  const about = names.aboutOf('a', [
    ['video', 'v1', 'short1'],
    ['author', 'one@host', 'one@host'],
    ['video', 'v2'],
    ['author', 'one@host', 'one@host'],
    ['video', 'v3', null],
    ['author', 'two@host', undefined],
  ]);
  const videos = ['v1', 'short1', 'v2', 'v3'].map((name) => names.numberOf('video', 'a', name));
  const authors = ['one@host', 'two@host'].map((name) => names.numberOf('author', 'a', name));
  expect(about.toSorted()).toEqual([...videos, ...authors].toSorted());
});

test('a name has the same number in every release: nodes of several share one cache', () => {
  const names = new ThingNames(Buffer.from('secret'));
  const numbers = ['a', 'b', 'a'].map((platform) => names.numberOf('author', platform, 'One@Host'));
  expect(numbers).toEqual([4597522126745051, 2946573543228331, 4597522126745051]);
});
