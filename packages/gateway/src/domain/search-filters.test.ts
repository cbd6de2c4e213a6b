import { describe, expect, test } from 'vitest';
import { isFailure } from './failure.ts';
import {
  DURATIONS,
  FILTER_NAMES,
  passes,
  readFiltering,
  type SearchFilters,
  supportOf,
} from './search-filters.ts';

function read(given: Record<string, string>): SearchFilters | string {
  const filtering = readFiltering(given);
  if (filtering === null) return {};
  return isFailure(filtering) ? filtering.errors![0]!.field : filtering.wanted;
}

describe('a filter is read into one form', () => {
  test.each([
    [{ sort: 'newest' }, { sort: 'newest' }],
    [{ published_after: '2026-01-31T12:00:00+02:00' }, { published_after: '2026-01-31T10:00:00.000Z' }],
    [{ published_after: '2026-01-31T12:00:00.5z' }, { published_after: '2026-01-31T12:00:00.500Z' }],
    [{ published_before: '1905-03-01' }, { published_before: '1905-03-01T00:00:00.000Z' }],
    [{ duration: 'short' }, { duration_max: '239.999' }],
    [{ duration: 'medium' }, { duration_min: '240', duration_max: '1200' }],
    [{ duration: 'long' }, { duration_min: '1200.001' }],
    [{ duration_min: '007' }, { duration_min: '7' }],
    [{ language: 'ZH-hant' }, { language: 'zh-Hant' }],
    [{ region: 'de' }, { region: 'DE' }],
    [
      { license: 'cc', safe: 'off', orientation: 'square', min_height: '2160' },
      { license: 'cc', safe: 'off', orientation: 'square', min_height: '2160' },
    ],
    [{ tag: ' #Cat films ' }, { tag: 'Cat films' }],
    [
      { live: 'false', captions: 'true' },
      { live: 'false', captions: 'true' },
    ],
    [{ filters: 'best_effort' }, {}],
  ] as [Record<string, string>, SearchFilters][])('%j', (given, wanted) => {
    expect(read(given)).toEqual(wanted);
  });

  test('in the order in which request ids and cursors hold it, whatever order it came in', () => {
    const names = Object.keys(read({ min_height: '720', region: 'DE', sort: 'likes', duration: 'medium' }));
    expect(names).toEqual(FILTER_NAMES.filter((name) => names.includes(name)));
  });
});

describe('a bad value names its field', () => {
  test.each([
    ['sort', 'oldest'],
    ['sort', ''],
    ['published_after', 'yesterday'],
    ['published_after', '2026-02-30'],
    ['published_after', '2026-13-01T00:00:00Z'],
    ['published_after', '2026-01-31T12:00:00'],
    ['published_after', '2026-01-31T12:00:00 02:00'],
    ['published_before', '0000-01-01T00:00:00+01:00'],
    ['published_before', '9999-12-31T23:59:59-01:00'],
    ['tag', ''],
    ['tag', '#'],
    ['tag', 'a,b'],
    ['tag', 'a"b'],
    ['tag', 'a\u0000'],
    ['tag', 'x'.repeat(101)],
    ['live', 'yes'],
    ['captions', 'false'],
    ['duration', 'tiny'],
    ['duration', 'constructor'],
    ['duration_min', '-1'],
    ['duration_max', '1.5'],
    ['duration_max', '1000000'],
    ['language', 'german'],
    ['language', 'de_AT'],
    ['language', `de-${'a'.repeat(40)}`],
    ['region', 'DEU'],
    ['region', 'ZZ'],
    ['region', '49'],
    ['license', 'gpl'],
    ['safe', 'yes'],
    ['orientation', 'wide'],
    ['min_height', '480'],
    ['filters', 'strict'],
  ])('%s=%s', (name, value) => expect(read({ [name]: value })).toBe(name));

  test.each([
    [{ duration: 'short', duration_min: '3' }, 'duration'],
    [{ duration_min: '10', duration_max: '9' }, 'duration_min'],
    [{ published_after: '2026-01-02', published_before: '2026-01-01' }, 'published_after'],
  ] as [Record<string, string>, string][])('%j', (given, field) => expect(read(given)).toBe(field));
});

test('every length is exactly one of short, medium and long', () => {
  for (const duration_ms of [0, 1, 239_999, 240_000, 240_001, 1_199_999, 1_200_000, 1_200_001, 9_000_000]) {
    const words = Object.keys(DURATIONS).filter((duration) =>
      passes(read({ duration }) as SearchFilters, { duration_ms }),
    );
    expect(words, String(duration_ms)).toHaveLength(1);
  }
});

describe('a record passes', () => {
  const AT = '2026-01-31T12:00:00.000Z';
  test.each([
    [{ published_after: AT }, { published_at: AT }, true],
    [{ published_after: AT }, { published_at: '2026-01-31T11:59:59.999Z' }, false],
    [{ published_after: AT }, { published_at: '2026-01-31T00:00:00.000Z', published_precision: 'day' }, true],
    [{ published_before: AT }, { published_at: AT }, true],
    [{ published_before: AT }, { published_at: '2026-01-31T12:00:00.001Z' }, false],
    [{ published_before: AT }, { published_at: null }, false],
    [{ published_after: AT }, {}, false],
    [{ duration_min: '60' }, { duration_ms: 60_000 }, true],
    [{ duration_min: '60' }, { duration_ms: 59_999 }, false],
    [{ duration_max: '20' }, { duration_ms: 20_000 }, true],
    [{ duration_max: '20' }, { duration_ms: 20_001 }, false],
    [{ duration_max: '239.999' }, { duration_ms: 239_999 }, true],
    [{ duration_max: '239.999' }, { duration_ms: 240_000 }, false],
    [{ duration_min: '1200.001' }, { duration_ms: 1_200_001 }, true],
    [{ duration_min: '1200.001' }, { duration_ms: 1_200_000 }, false],
    [{ duration_max: '60' }, { duration_ms: null }, false],
    [{ language: 'en' }, { language: 'en-GB' }, true],
    [{ language: 'en-GB' }, { language: 'en' }, false],
    [{ language: 'en' }, { language: 'enm' }, false],
    [{ language: 'en' }, {}, false],
    [{ region: 'DE' }, { region: 'de' }, true],
    [{ region: 'DE' }, { region: 'AT' }, false],
    [
      { license: 'cc' },
      { license: { name: null, url: 'https://creativecommons.org/licenses/by/4.0/' } },
      true,
    ],
    [{ license: 'cc' }, { license: { name: 'CC BY-SA 4.0', url: null } }, true],
    [
      { license: 'cc' },
      { license: { name: 'ccc', url: 'https://evil.example/creativecommons.org/' } },
      false,
    ],
    [{ license: 'cc' }, { license: null }, false],
    [{ safe: 'strict' }, { nsfw: true }, false],
    [{ safe: 'strict' }, { nsfw: null }, true],
    [{ safe: 'off' }, { nsfw: true }, true],
    [{ orientation: 'portrait' }, { width: 9, height: 16 }, true],
    [{ orientation: 'landscape' }, { width: 9, height: 16 }, false],
    [{ orientation: 'square' }, { width: 9, height: 9 }, true],
    [{ orientation: 'square' }, { width: 9, height: null }, false],
    [{ min_height: '720' }, { height: 720 }, true],
    [{ min_height: '1080' }, { height: 720 }, false],
    [{ sort: 'newest' }, {}, true],
    [{ sort: 'newest', duration_min: '5', min_height: '720' }, { duration_ms: 6_000, height: 100 }, false],
  ] as [SearchFilters, object, boolean][])('%j: %j → %s', (filters, record, does) => {
    expect(passes(filters, record)).toBe(does);
  });
});

test('support by value goes before support by filter', () => {
  const table = { 'min_height=720': 'exact', min_height: 'checked', 'sort=views': 'preferred' } as const;
  expect(supportOf(table, 'min_height', '720')).toBe('exact');
  expect(supportOf(table, 'min_height', '1080')).toBe('checked');
  expect(supportOf(table, 'sort', 'views')).toBe('preferred');
  expect(supportOf(table, 'sort', 'newest')).toBeNull();
});

describe('tags, broadcasts and captions', () => {
  test.each([
    [{ tag: 'Cats' }, { tags: ['dogs', '#cats'] }, true],
    [{ tag: 'cat' }, { tags: ['cats'] }, false],
    [{ tag: 'ｃａｔ' }, { tags: ['cat'] }, true],
    [{ tag: 'cat' }, {}, false],
    [{ live: 'true' }, { kind: 'live' }, true],
    [{ live: 'true' }, { kind: 'video', live: { state: 'on_air' } }, true],
    [{ live: 'true' }, { kind: 'live', live: { state: 'ended' } }, false],
    [{ live: 'true' }, { kind: 'video', live: { state: 'upcoming' } }, false],
    [{ live: 'false' }, { kind: 'video', live: null }, true],
    [{ live: 'false' }, { kind: 'live' }, false],
    [{ captions: 'true' }, { captions: true }, true],
    [{ captions: 'true' }, { captions: false }, false],
    [{ captions: 'true' }, { captions: null }, false],
    [{ orientation: 'portrait' }, { width: 1920, height: 1080, orientation: 'portrait' }, true],
  ] as [SearchFilters, object, boolean][])('%j of %j', (filters, record, is) => {
    expect(passes(filters, record)).toBe(is);
  });
});
