import { expect, it } from 'vitest';
import { moreThan } from './counts.ts';

const recorded = { live: { promises: 70.4, commits: 2, kB: 59.5 }, all: { promises: 249.5 } };

it('one step more than recorded is told, and less, or work beside the calls, is not', () => {
  expect(moreThan(recorded, recorded)).toEqual([]);
  expect(moreThan(recorded, { live: { promises: 70.9, commits: 1, kB: 64 } })).toEqual([]);
  expect(moreThan(recorded, { live: { promises: 71.4, commits: 2, kB: 66 } })).toEqual([
    'live: 71.4 promises instead of 70.4',
    'live: 66 kB instead of 59.5',
  ]);
  expect(moreThan(recorded, { all: { promises: 252.5 } })).toEqual(['all: 252.5 promises instead of 249.5']);
});

it('a kind of call or a kind of step without a record is told', () => {
  expect(moreThan(recorded, { get: { promises: 1 } })).toHaveLength(1);
  expect(moreThan(recorded, { all: { promises: 249.5, timers: 1 } })).toHaveLength(1);
});
