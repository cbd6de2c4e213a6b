import { expect, test } from 'vitest';
import { FILTER_NAMES } from '../domain/search-filters.ts';
import { filterParameters } from '../operations/filter-parameters.ts';
import { filterFlags, filtersOf } from './filter-flags.ts';

test('every filter of a search has a flag, and a definition', () => {
  const flags = filterFlags.map(({ flags: text }) => text.split(' ')[0]);
  for (const name of [...FILTER_NAMES, 'duration']) {
    expect(flags).toContain(`--${name.replaceAll('_', '-')}`);
    expect(Object.keys(filterParameters)).toContain(name);
  }
  expect(flags).toContain('--best-effort');
  expect(flags).toHaveLength(Object.keys(filterParameters).length);
});

test('flags become parameters as they were given, and nothing else does', () => {
  const options = { sort: 'newest', durationMin: '30', bestEffort: true, key: 'secret', pages: 3 };
  expect(filtersOf(options)).toEqual({ sort: 'newest', duration_min: '30', filters: 'best_effort' });
  expect(filtersOf({ key: 'secret' })).toEqual({});
});

test('a summary begins with a small letter, unless it begins with a name', () => {
  for (const { summary } of filterFlags) expect(summary).toMatch(/^(?:[a-z]|[A-Z]{2})/);
});
