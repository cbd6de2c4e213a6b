// The operation `video.popular`: what is popular on a platform now, page by page. It reads and checks input and does nothing else.
import { type Failure, isFailure } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';
import { PERIODS, POPULAR_FILTER_NAMES, readFiltering } from '../domain/search-filters.ts';
import { unknownParameters } from '../domain/unknown-parameters.ts';
import { Video } from '../domain/video.ts';
import { allReport } from './all-report.ts';
import { filterParameters, filterReport } from './filter-parameters.ts';
import type { AskedPage, PageOperation } from './operation.ts';
import { nativePageOf, pageSchemaOf } from './page-answer.ts';
import { pageParameters, platformsParameter, readPageChoices, refusePlatforms } from './parameters.ts';
import { videoRecord } from './video-record.ts';

const PopularQuery = Type.Object({
  region: filterParameters.region,
  category: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: "A name or an id of the platform's own categories.",
      examples: ['music'],
    }),
  ),
  period: Type.Optional(
    Type.Enum([...PERIODS], {
      type: 'string',
      description: 'Popular within the last day, week, month or year, or of all time.',
    }),
  ),
  filters: filterParameters.filters,
  ...pageParameters,
  platforms: platformsParameter,
});

const PARAMETERS: ReadonlySet<string> = new Set(Object.keys(PopularQuery.properties));

const NOT_CHARGED = 'Charged once, and only when it succeeds; an empty list is a success.';

export const videoPopular: PageOperation = {
  name: 'video.popular',
  actions: {
    list_popular_videos_v2: {
      variant: 'stable',
      operationId: 'listPopularVideos',
      summary: 'Popular videos (stable)',
      description: `When a provider of the platform fails, the next one is asked. ${NOT_CHARGED}`,
      firstPrice: '0.008',
    },
    list_popular_videos: {
      variant: 'economy',
      operationId: 'listPopularVideosEconomy',
      summary: 'Popular videos (economy)',
      description: `One provider, one attempt, at a lower price. ${NOT_CHARGED}`,
      firstPrice: '0.003',
    },
  },
  tag: 'Videos',
  unit: 'call',
  shape: 'page',
  query: PopularQuery,
  byAddress: null,
  answers: {
    u1: pageSchemaOf({}, Video, {
      $id: 'PopularPage',
      description: 'One page of unified records (group u1).',
      says: { ...filterReport, ...allReport },
    }),
    u2: nativePageOf(
      {},
      {
        $id: 'NativePopularPage',
        description: "One page in the platform's own shape (group u2).",
        says: filterReport,
      },
    ),
  },
  record: videoRecord,
  failures: ['INVALID_CURSOR', 'FILTER_UNSUPPORTED'],
  method: 'videos.popular',
  sample: { period: 'week' },
  tool: {
    name: 'list_popular_videos',
    title: 'Popular videos',
    description:
      'What is popular on a platform now, or on many at once with platform "all". Gives one line per video and a cursor for more.',
  },
  playground: { about: 'nothing', labels: { en: 'Popular', zh: '热门' } },
  command: {
    words: 'popular',
    summary: 'List popular videos through a running gateway, as a customer',
    arguments: [],
    examples: [
      'popular library --pages 2',
      'popular library --period month',
      'popular all --platforms library,youtube --count 10 --json',
    ],
  },
  read: readPopular,
  isSorted: false,
  isMerged: true,
  absent: null,
  finish: ({ items }) => ({ items, says: {}, mark: null }),
};

function readPopular(query: Record<string, string>): AskedPage | Failure {
  const unknown = unknownParameters(Object.keys(query), PARAMETERS) ?? refusePlatforms(query);
  if (unknown !== null) return unknown;
  const choices = readPageChoices(query);
  if (isFailure(choices)) return choices;
  const filtering = readFiltering(query, POPULAR_FILTER_NAMES);
  if (isFailure(filtering)) return filtering;
  if (filtering === null) return { ask: {}, ...choices };
  const mode = filtering.isBestEffort ? { filters: 'best_effort' } : {};
  return { ask: { ...filtering.wanted, ...mode }, repeats: {}, filtering, ...choices };
}
