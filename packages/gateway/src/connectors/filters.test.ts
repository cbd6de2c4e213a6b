// Checks every search against the filters that its connector states: an exact or preferred filter must be in the request, and a checked
// filter must concern a field that its records have.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { renderFilterMatrix } from '../assemble/filter-matrix.ts';
import {
  DURATIONS,
  type FilterKey,
  type Filters,
  namesOf,
  type PopularKey,
  supportOf,
} from '../domain/search-filters.ts';
import type { PageInput, Provider, UpstreamRequest } from './connector.ts';
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
const VALUES: Required<Omit<Filters, 'sort'>> = {
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
  category: '10',
  period: 'week',
  tag: 'Cats',
  live: 'true',
  captions: 'true',
  match: 'exact',
};

/** Filters that need no parameter: every video fits, or the platform applies them by default. */
const UNSAID = new Set([
  'pexels license',
  'pixabay license',
  'archive sort=views',
  'archive period=week',
  'niconico sort=views',
]);

const FIELDS: Partial<Record<keyof Filters, string[]>> = {
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

function filterOf(key: FilterKey | PopularKey): Filters {
  const [name, value] = key.split('=') as [keyof typeof VALUES, string?];
  return { [name]: value ?? VALUES[name] };
}

/** What the two operations with filters have in common. */
interface Filtered {
  missing: readonly string[];
  filters(platform: string, options: Provider['options']): object;
  request(input: PageInput & Filters, provider: Provider): UpstreamRequest;
}

const cases = connectors.flatMap((connector) =>
  (['video.search', 'video.popular'] as const).flatMap((name) => {
    const operation = connector.operations[name] as unknown as Filtered | undefined;
    if (operation === undefined) return [];
    return (connector.facts.platforms ?? ['any']).flatMap((platform) =>
      (Object.keys(operation.filters(platform, {})) as (FilterKey | PopularKey)[]).map(
        (key) =>
          [`${connector.name} ${name} ${platform} ${key}`, connector.name, platform, operation, key] as const,
      ),
    );
  }),
);

describe.each(cases)('%s', (_title, connector, platform, search, key) => {
  const input: PageInput & { keyword: string } = {
    platform,
    keyword: 'cat',
    count: 20,
    cursor: null,
    position: 0,
    wantsRaw: false,
  };
  const filters = filterOf(key);
  const [name] = namesOf(filters) as [keyof Filters];
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

test.each(
  connectors.filter(({ facts, operations }) => facts.website !== 'embedded' && operations['video.search']),
)(
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
