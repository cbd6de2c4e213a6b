// The operation `video.search`: its parameters, and the answers of both groups. It reads and checks input and does nothing else.
import { type Failure, isFailure } from '../domain/failure.ts';
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
  keywordParameter,
  maxAgeParameter,
  pcursorParameter,
  platformsParameter,
  type QueryLimits,
  readPageChoices,
  readText,
  refusePlatforms,
} from './parameters.ts';
import { foundVideoRecord } from './video-record.ts';

const SearchQuery = Type.Object({
  keyword: keywordParameter,
  pcursor: pcursorParameter,
  count: countParameter,
  include: includeParameter,
  max_age: maxAgeParameter,
  ...filterParameters,
  platforms: platformsParameter,
});

const PARAMETERS: ReadonlySet<string> = new Set(Object.keys(SearchQuery.properties));

const keyword = Type.String();

const notes = Type.Optional(
  Type.Array(Type.String(), { description: 'How the page was found, where a caller should know.' }),
);

export const SearchPage = pageSchemaOf({ keyword }, Video, {
  says: { ...filterReport, ...allReport, notes },
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
  record: foundVideoRecord,
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
  isMerged: true,
  absent: null,
  finish: ({ items, notes }) => ({ items, says: notes === undefined ? {} : { notes }, mark: null }),
};

export function readSearch(query: Record<string, string>, limits: QueryLimits): AskedPage | Failure {
  const unknown = unknownParameters(Object.keys(query), PARAMETERS);
  if (unknown !== null) return unknown;
  const refused = refusePlatforms(query);
  if (refused !== null) return refused;
  const keyword = readText('keyword', query.keyword, limits.keywordCharsMax);
  if (isFailure(keyword)) return keyword;
  const page = readPageChoices(query);
  if (isFailure(page)) return page;
  const filtering = readFiltering(query);
  if (isFailure(filtering)) return filtering;
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
