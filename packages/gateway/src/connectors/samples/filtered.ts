// The filters of each connector's golden requests. The answers are taken from samples without filters. These samples prove what is sent,
// and that filters do not change how an answer is read.
import { DURATIONS, type SearchFilters } from '../../domain/search-filters.ts';
import type { ExpectedPage, Sample } from '../connector.ts';

interface FilteredCase {
  /** How the name of the sample begins whose answer is used. */
  like: string;
  filters: SearchFilters;
  expect?: Partial<ExpectedPage>;
}

const dates = { published_after: '2026-01-01T00:00:00.000Z', published_before: '2026-02-01T12:30:00.000Z' };
const lengths = { duration_min: '90', duration_max: '200' };
const picture = { orientation: 'portrait', min_height: '1080' } as const;

const CASES: Record<string, FilteredCase[]> = {
  archive: [
    { like: 'first page', filters: { sort: 'newest', ...dates, language: 'de-AT', license: 'cc' } },
    { like: 'first page', filters: { sort: 'likes', published_before: dates.published_before } },
    { like: 'first page', filters: { tag: 'silent films' } },
  ],
  commons: [
    { like: 'first page', filters: { sort: 'newest', ...dates, ...lengths, license: 'cc', ...picture } },
    { like: 'first page', filters: { tag: 'Videos of cats' } },
  ],
  dailymotion: [
    {
      like: 'first page',
      filters: { sort: 'newest', ...dates, ...lengths, language: 'fr-CA', region: 'CA' },
    },
    { like: 'first page', filters: { sort: 'views', safe: 'strict', ...picture } },
    { like: 'first page', filters: { duration_max: '59', safe: 'off' } },
    { like: 'first page', filters: { tag: 'Cats', live: 'true', min_height: '720' } },
    { like: 'first page', filters: { live: 'false' } },
    { like: 'first page', filters: DURATIONS.short },
  ],
  invidious: [
    {
      like: 'first page',
      filters: { sort: 'views', ...lengths, language: 'de', region: 'DE', license: 'cc', min_height: '720' },
    },
    { like: 'first page', filters: { duration_min: '60', min_height: '2160' } },
    { like: 'first page', filters: { live: 'true', captions: 'true' } },
    { like: 'first page', filters: { live: 'false' } },
  ],
  justoneapi: [
    { like: 'douyin: first page', filters: { sort: 'newest', ...dates, ...lengths, ...picture } },
    { like: 'douyin: first page', filters: { sort: 'likes', duration_min: '30', duration_max: '90' } },
    { like: 'tiktok: first page', filters: { sort: 'likes', ...dates, ...lengths, region: 'JP' } },
  ],
  library: [
    {
      like: 'first page',
      filters: { sort: 'views', ...dates, ...lengths, language: 'de', region: 'DE', safe: 'strict' },
    },
    { like: 'first page', filters: { license: 'cc', ...picture } },
    { like: 'first page', filters: DURATIONS.short },
    { like: 'first page', filters: { tag: 'Cats', live: 'true', captions: 'true' } },
  ],
  showcase: [
    { like: 'first page', filters: { sort: 'views', ...dates, ...lengths, language: 'de', license: 'cc' } },
    { like: 'first page', filters: { tag: 'Cats', captions: 'true', ...picture } },
  ],
  niconico: [
    { like: 'first page', filters: { sort: 'likes', ...dates, ...lengths } },
    { like: 'first page', filters: DURATIONS.long },
    { like: 'first page', filters: { tag: '猫' } },
  ],
  odysee: [{ like: 'first page', filters: { tag: 'Cats' } }],
  peertube: [
    {
      like: 'first page of an instance',
      filters: { sort: 'newest', ...dates, ...lengths, language: 'de', license: 'cc', safe: 'moderate' },
    },
    { like: 'first page of an instance', filters: { sort: 'likes', safe: 'off' } },
    { like: 'first page of an instance', filters: { tag: 'Cats', live: 'false' } },
  ],
  pexels: [
    { like: 'first page', filters: { ...lengths, language: 'de', license: 'cc', ...picture } },
    { like: 'first page', filters: { sort: 'relevance', language: 'zh-Hant', min_height: '2160' } },
    { like: 'first page', filters: { language: 'eo' } },
  ],
  piped: [{ like: 'first page', filters: { sort: 'relevance', ...lengths } }],
  pixabay: [
    {
      like: 'first page',
      filters: { sort: 'newest', ...lengths, language: 'pt-BR', license: 'cc', safe: 'strict', ...picture },
    },
    { like: 'first page', filters: { language: 'eo', safe: 'off' } },
  ],
  tikhub: [
    // The route with filters pages only by its cursor.
    {
      like: 'kuaishou: first page',
      filters: { sort: 'newest', ...dates, ...lengths, ...picture },
      expect: { cursor: '[0,"1"]' },
    },
    { like: 'kuaishou: first page', filters: { duration_max: '30' }, expect: { cursor: '[0,"1"]' } },
    { like: 'kuaishou: first page', filters: { sort: 'relevance', ...dates } },
    { like: 'douyin: first page', filters: { sort: 'likes', ...dates, ...lengths, ...picture } },
    {
      like: 'tiktok: first page',
      filters: { sort: 'likes', ...dates, ...lengths, region: 'JP', ...picture },
    },
  ],
  'tiktok-research': [
    { like: 'first page', filters: { ...dates, ...lengths, region: 'US' } },
    { like: 'first page', filters: { tag: 'cats' } },
  ],
  vimeo: [
    { like: 'first page', filters: { sort: 'views', ...dates, ...lengths, license: 'cc', ...picture } },
    { like: 'first page', filters: { tag: 'Cats' } },
  ],
  youtube: [
    {
      like: 'first page',
      filters: { sort: 'newest', ...dates, ...lengths, language: 'de', region: 'DE', license: 'cc' },
    },
    { like: 'first page', filters: { sort: 'likes', safe: 'off', duration_min: '1201', min_height: '720' } },
    { like: 'first page', filters: DURATIONS.short },
    { like: 'first page', filters: DURATIONS.long },
    { like: 'first page', filters: { live: 'true', captions: 'true' } },
    { like: 'first page', filters: { live: 'false' } },
    // Where videos are left out of the pages, nobody knows whether all were read or the list was cut off.
    { like: 'last page', filters: { live: 'false' }, expect: { end: 'unknown' } },
    { like: 'the end at about 500', filters: { live: 'false' }, expect: { end: 'unknown' } },
    { like: 'the end at about 500', filters: { duration_min: '1' }, expect: { end: 'unknown' } },
    { like: 'the end at about 500', filters: { duration_max: '9000' }, expect: { end: 'unknown' } },
    { like: 'last page', filters: { live: 'true' } },
    { like: 'the end at about 500', filters: { license: 'cc' } },
  ],
};

/** The samples, and some of them a second time with filters. */
export function withFilters(connector: string, samples: readonly Sample[]): readonly Sample[] {
  const filtered = (CASES[connector] ?? []).map(({ like, filters, expect = {} }): Sample => {
    const sample = samples.find(({ name }) => name.startsWith(like))!;
    const name = `${sample.name}; ${Object.entries(filters).map(([filter, value]) => `${filter}=${value}`)}`;
    return {
      ...sample,
      name,
      input: { ...sample.input, ...filters },
      expect: { ...sample.expect, ...expect },
    };
  });
  return [...samples, ...filtered];
}
