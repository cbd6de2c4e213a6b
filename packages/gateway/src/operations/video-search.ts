// The operation `video.search`: its parameters, and the answers of both groups. It reads and checks input and does nothing else.
import { type Failure, invalid, isFailure } from '../domain/failure.ts';
import { LEGS_MAX } from '../domain/limits.ts';
import { Type } from '../domain/schema.ts';
import { readFiltering } from '../domain/search-filters.ts';
import { unknownParameters } from '../domain/unknown-parameters.ts';
import { Video } from '../domain/video.ts';
import { allReport } from './all-report.ts';
import { filterParameters, filterReport } from './filter-parameters.ts';
import type { AskedPage, PageOperation } from './operation.ts';
import { nativePageOf, pageSchemaOf } from './page-answer.ts';
import {
  countParameter,
  includeParameter,
  maxAgeParameter,
  pcursorParameter,
  type QueryLimits,
  readCount,
  readInclude,
  readMaxAge,
  readText,
} from './parameters.ts';
import { videoRecord } from './video-record.ts';

export const SearchQuery = Type.Object({
  keyword: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'What to search for, in any script. Counted in characters after trimming.',
    examples: ['猫'],
  }),
  pcursor: pcursorParameter,
  count: countParameter,
  include: includeParameter,
  max_age: maxAgeParameter,
  ...filterParameters,
  platforms: Type.Optional(
    Type.String({
      description: `With the platform \`all\`: which ones, by name, separated by commas; at most ${LEGS_MAX}. Without it: all platforms that can be searched.`,
      examples: ['library,youtube'],
    }),
  ),
});

const PARAMETERS: ReadonlySet<string> = new Set(Object.keys(SearchQuery.properties));

const keyword = Type.String();

export const SearchPage = pageSchemaOf({ keyword }, Video, {
  says: { ...filterReport, ...allReport },
  $id: 'SearchPage',
  description: 'One page of unified records (group u1).',
});

export const NativePage = nativePageOf(
  { keyword },
  { says: filterReport, $id: 'NativePage', description: "One page in the platform's own shape (group u2)." },
);

export const videoSearch: PageOperation = {
  name: 'video.search',
  actions: {
    search_video_v2: {
      variant: 'stable',
      operationId: 'searchVideos',
      summary: 'Search videos (stable)',
      description:
        'When a provider of the platform fails, the next one is asked. Charged once, and only when it succeeds; a search that finds nothing is a success.',
      firstPrice: '0.012',
    },
    search_video: {
      variant: 'economy',
      operationId: 'searchVideosEconomy',
      summary: 'Search videos (economy)',
      description:
        'One provider, one attempt, at a lower price. Charged only when it succeeds; a search that finds nothing is a success.',
      firstPrice: '0.004',
    },
  },
  tag: 'Videos',
  unit: 'call',
  shape: 'page',
  query: SearchQuery,
  byAddress: null,
  answers: { u1: SearchPage, u2: NativePage },
  record: videoRecord,
  failures: ['INVALID_CURSOR', 'FILTER_UNSUPPORTED'],
  method: 'videos.search',
  sample: { keyword: '猫' },
  tool: {
    name: 'find_videos',
    title: 'Find videos',
    description:
      'Search a platform for videos by words, or many at once with platform "all". Gives one line per video, a cursor for more, and what it cost.',
  },
  playground: { about: 'keyword', labels: { en: 'Search', zh: '搜索' } },
  command: {
    words: 'search',
    summary: 'Search through a running gateway, as a customer',
    arguments: ['keyword'],
    examples: [
      'search library "night sky"',
      'search library 猫 --pages 3 --count 10 --request-id cats-1',
      'search library cat --sort newest --duration short',
      'search all "night sky" --platforms library,youtube --max-price 0.03',
    ],
  },
  read: readSearch,
  isSorted: false,
  absent: null,
  finish: ({ items }) => ({ items, says: {}, mark: null }),
};

export function readSearch(query: Record<string, string>, limits: QueryLimits): AskedPage | Failure {
  const unknown = unknownParameters(Object.keys(query), PARAMETERS);
  if (unknown !== null) return unknown;
  if (query.platforms !== undefined) return invalid('platforms', 'is for the platform "all" alone');
  const keyword = readText('keyword', query.keyword, limits.keywordCharsMax);
  if (isFailure(keyword)) return keyword;
  const count = readCount(query.count);
  if (isFailure(count)) return count;
  const includeRaw = readInclude(query.include);
  if (isFailure(includeRaw)) return includeRaw;
  const maxAgeSeconds = readMaxAge(query.max_age);
  if (isFailure(maxAgeSeconds)) return maxAgeSeconds;
  const filtering = readFiltering(query);
  if (isFailure(filtering)) return filtering;
  const page = { pcursor: query.pcursor || null, count, includeRaw, maxAgeSeconds };
  // A search without filters keeps the fingerprints and cursors that it had before filters existed.
  if (filtering === null) return { ask: { keyword }, ...page };
  const mode = filtering.isBestEffort ? { filters: 'best_effort' } : {};
  return {
    ask: { keyword, ...filtering.wanted, ...mode },
    repeats: { keyword },
    filtering,
    ...page,
  };
}
