// Checks every search against the filters that its connector states: an exact or preferred filter must be in the request, and a checked
// filter must concern a field that its records have.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { renderFilterMatrix } from '../assemble/filter-matrix.ts';
import {
  DURATIONS,
  type FilterKey,
  namesOf,
  type SearchFilters,
  supportOf,
} from '../domain/search-filters.ts';
import type { Provider, SearchInput } from './connector.ts';
import { connectors } from './index.ts';

const provider: Provider = {
  name: 'a',
  connector: 'a',
  baseUrl: 'https://upstream.example',
  token: 'secret-token',
  timeoutMs: null,
  userAgent: 'Reelgate/0.1',
  options: { start_date: '20250101', end_date: '20250130' },
  publicUrl: 'https://gateway.example',
};

/** A value for each filter whose key contains no value. */
const VALUES: Required<Omit<SearchFilters, 'sort'>> = {
  published_after: '2025-01-10T00:00:00.000Z',
  published_before: '2025-01-20T00:00:00.000Z',
  duration_min: '301',
  duration_max: '30',
  language: 'de',
  region: 'DE',
  license: 'cc',
  safe: 'strict',
  orientation: 'portrait',
  min_height: '1080',
  tag: 'Cats',
  live: 'true',
  captions: 'true',
};

/** Filters that need no parameter: every video fits, or the platform applies them by default. */
const UNSAID = new Set(['pexels license', 'pixabay license', 'archive sort=views', 'niconico sort=views']);

const FIELDS: Partial<Record<keyof SearchFilters, string[]>> = {
  published_after: ['published_at'],
  published_before: ['published_at'],
  duration_min: ['duration_ms'],
  duration_max: ['duration_ms'],
  orientation: ['width', 'height'],
  min_height: ['height'],
  tag: ['tags'],
  live: ['live'],
  captions: ['captions'],
};

function filterOf(key: FilterKey): SearchFilters {
  const [name, value] = key.split('=') as [keyof typeof VALUES, string?];
  return { [name]: value ?? VALUES[name] };
}

const cases = connectors.flatMap((connector) =>
  (connector.facts.platforms ?? ['any']).flatMap((platform) => {
    const search = connector.operations['video.search'];
    if (search === undefined) return [];
    const table = search.filters(platform, {});
    return (Object.keys(table) as FilterKey[]).map(
      (key) => [`${connector.name} ${platform} ${key}`, connector.name, platform, search, key] as const,
    );
  }),
);

describe.each(cases)('%s', (_title, connector, platform, search, key) => {
  const input: SearchInput = {
    platform,
    keyword: 'cat',
    count: 20,
    cursor: null,
    position: 0,
    wantsRaw: false,
  };
  const filters = filterOf(key);
  const [name] = namesOf(filters) as [keyof SearchFilters];
  const support = supportOf(search.filters(platform, {}), name, filters[name]!);

  test('is in the request, or can be checked', () => {
    if (support === 'checked') {
      expect(FIELDS[name]).toBeDefined();
      for (const field of FIELDS[name]!) expect(search.missing).not.toContain(field);
    } else if (filters.sort !== 'relevance' && !UNSAID.has(`${connector} ${key}`)) {
      expect(search.request({ ...input, ...filters }, provider)).not.toEqual(search.request(input, provider));
    }
  });
});

test.each(connectors.filter(({ name, operations }) => name !== 'library' && operations['video.search']))(
  '$name is asked for lengths in whole seconds, also where a word means less than a second more',
  ({ facts, operations }) => {
    for (const platform of facts.platforms ?? ['any']) {
      const page = { platform, keyword: 'cat', count: 20, cursor: null, position: 0, wantsRaw: false };
      for (const bounds of Object.values(DURATIONS)) {
        const { url, body = '' } = operations['video.search']!.request({ ...page, ...bounds }, provider);
        expect(`${decodeURIComponent(url)} ${body}`).not.toMatch(/239\.9|1200\.0/);
      }
    }
  },
);

test('the reference of filters matches the connectors (npm run reference)', () => {
  const file = path.join(import.meta.dirname, '../../../../docs/reference/filters.md');
  expect(readFileSync(file, 'utf8')).toBe(renderFilterMatrix());
});
