// Owns the query parameters by which a search is filtered and ordered, and what an answer says about them: their definitions for
// validation and documents. How values are read is in domain/search-filters.ts, what each platform can do in its connector.
import { Type } from '../domain/schema.ts';
import { DURATIONS, MIN_HEIGHTS, ORIENTATIONS, SAFE_LEVELS, SORTS } from '../domain/search-filters.ts';

const words = (all: readonly string[], description: string) =>
  Type.Optional(Type.Enum([...all], { type: 'string', description }));

const seconds = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 999_999, description }));

const moment = (description: string, example: string) =>
  Type.Optional(Type.String({ description, examples: [example] }));

/** Not every platform can do each; the guide on filters has the table. */
export const filterParameters = {
  sort: words(SORTS, "The order. Absent: the platform's own."),
  published_after: moment(
    'Published at this time or later, by RFC 3339; a day alone is its midnight in UTC.',
    '2026-01-01T00:00:00Z',
  ),
  published_before: moment('Published at this time or earlier.', '2026-02-01T00:00:00Z'),
  duration: words(
    Object.keys(DURATIONS),
    'Below 4 minutes, from 4 to 20, above 20. Instead of the two below.',
  ),
  duration_min: seconds('At least so many seconds long.'),
  duration_max: seconds('At most so many seconds long.'),
  language: Type.Optional(Type.String({ description: 'BCP 47.', examples: ['de', 'zh-Hans'] })),
  region: Type.Optional(Type.String({ description: 'ISO 3166, two letters.', examples: ['DE'] })),
  license: words(['cc'], 'Under a licence of Creative Commons.'),
  safe: words(SAFE_LEVELS, 'How much of what is not for everybody is kept out.'),
  orientation: words(ORIENTATIONS, 'By width and height of the picture.'),
  min_height: Type.Optional(
    Type.Enum(MIN_HEIGHTS.map(Number), {
      type: 'integer',
      description: 'At least so many lines of picture.',
    }),
  ),
  filters: words(
    ['best_effort'],
    'Lets a search pass whose platform cannot apply a filter; the answer lists it in `ignored_filters`. Absent: 400 `FILTER_UNSUPPORTED`.',
  ),
};

const names = (description: string) => Type.Optional(Type.Array(Type.String(), { description }));

/** Beside the page, in answers to searches with a filter. */
export const filterReport = {
  approximate_filters: names('Filters that the platform takes for a wish.'),
  ignored_filters: names('Filters that nobody applied, with `filters=best_effort`.'),
  scanned: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Records that were looked at for this page.' }),
  ),
};
