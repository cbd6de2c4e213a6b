// The query parameters that filter and sort a search, and the fields that report on them: schemas for validation and documents.
// domain/search-filters.ts reads the values; each connector states which filters it supports.
import { Type } from '../domain/schema.ts';
import {
  DURATIONS,
  FILTER_TAG_CHARS_MAX,
  LIVE_CHOICES,
  MATCH_CHOICES,
  MIN_HEIGHTS,
  ORIENTATIONS,
  SAFE_LEVELS,
  SORTS,
} from '../domain/search-filters.ts';

const words = (all: readonly string[], description: string) =>
  Type.Optional(Type.Enum([...all], { type: 'string', description }));

const seconds = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 999_999, description }));

const moment = (description: string, example: string) =>
  Type.Optional(Type.String({ description, examples: [example] }));

/** Platforms support different filters; docs/guides/filters.md has the table. */
export const filterParameters = {
  sort: words(SORTS, "The order. Absent: the platform's own."),
  published_after: moment(
    'Published at this time or later, by RFC 3339; a date without a time means midnight UTC.',
    '2026-01-01T00:00:00Z',
  ),
  published_before: moment('Published at this time or earlier.', '2026-02-01T00:00:00Z'),
  duration: words(
    Object.keys(DURATIONS),
    'Below 4 minutes, from 4 to 20, above 20. Use it instead of `duration_min` and `duration_max`.',
  ),
  duration_min: seconds('Minimum duration in seconds.'),
  duration_max: seconds('Maximum duration in seconds.'),
  language: Type.Optional(Type.String({ description: 'BCP 47.', examples: ['de', 'zh-Hans'] })),
  region: Type.Optional(Type.String({ description: 'ISO 3166, two letters.', examples: ['DE'] })),
  license: words(['cc'], 'Under a licence of Creative Commons.'),
  safe: words(SAFE_LEVELS, 'How strictly adult content is kept out of the results.'),
  orientation: words(ORIENTATIONS, 'By width and height of the picture.'),
  min_height: Type.Optional(
    Type.Enum(MIN_HEIGHTS.map(Number), {
      type: 'integer',
      description: 'Minimum height of the video in pixels.',
    }),
  ),
  tag: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: FILTER_TAG_CHARS_MAX,
      description: 'With this tag, hashtag, subject or category, whatever the platform has; without `#`.',
      examples: ['cats'],
    }),
  ),
  live: words(LIVE_CHOICES, 'On air now (`true`), or not on air (`false`).'),
  captions: words(['true'], 'With captions.'),
  match: words(
    MATCH_CHOICES,
    'Only results that have the words of the keyword as they are (`exact`), or others below them too (`all`). Each item says in `match` what it has. Absent: `all`, and `exact` for watches and collections.',
  ),
  filters: words(
    ['best_effort'],
    'With `best_effort`, a filter that the platform cannot apply is ignored and listed in `ignored_filters`. Without it, such a filter is refused with 400 `FILTER_UNSUPPORTED`.',
  ),
};

const names = (description: string) => Type.Optional(Type.Array(Type.String(), { description }));

/** Added to the page in answers to searches with a filter. */
export const filterReport = {
  approximate_filters: names('Filters that the platform prefers but does not strictly apply.'),
  ignored_filters: names('Filters that were not applied, with `filters=best_effort`.'),
  scanned: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Number of records that were checked to fill this page.' }),
  ),
};
