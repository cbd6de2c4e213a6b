import { expect, test } from 'vitest';
import { FILTER_NAMES } from '../../domain/search-filters.ts';
import { filterParameters } from '../../operations/filter-parameters.ts';
import { operations } from '../../operations/index.ts';
import { videoSearch } from '../../operations/video-search.ts';
import { parameterFlags, parametersOf } from '../../terminal/parameter-flags.ts';
import { positionalParameters } from './data-target.ts';

const searchFlags = parameterFlags(videoSearch, ['keyword']);

test('every filter of a search has a flag, and a definition', () => {
  const flags = searchFlags.map(({ flags: text }) => text.split(' ')[0]);
  for (const name of [...FILTER_NAMES, 'duration']) {
    expect(flags).toContain(`--${name.replaceAll('_', '-')}`);
    expect(Object.keys(filterParameters)).toContain(name);
  }
  expect(flags).toContain('--best-effort');
});

test('every parameter of an operation is an argument or a flag, and none is both', () => {
  for (const operation of operations) {
    const positional = positionalParameters(operation).filter((name) => name in operation.query.properties);
    const flags = parameterFlags(operation, positional);
    expect(flags.length + positional.length).toBe(Object.keys(operation.query.properties).length);
  }
});

test('flags become parameters as they were given, and nothing else does', () => {
  const options = { sort: 'newest', durationMin: 30, bestEffort: true, cursor: 'c', key: 'secret', pages: 3 };
  expect(parametersOf(videoSearch, ['keyword'], options)).toEqual({
    sort: 'newest',
    duration_min: 30,
    pcursor: 'c',
    filters: 'best_effort',
  });
  expect(parametersOf(videoSearch, ['keyword'], { key: 'secret', keyword: 'x' })).toEqual({});
});

test('a summary begins with a small letter, unless it begins with a name', () => {
  for (const { summary } of operations.flatMap((one) => parameterFlags(one, positionalParameters(one))))
    expect(summary).toMatch(/^(?:[a-z]|[A-Z]{2})/);
});
