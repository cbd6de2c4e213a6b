// The operation `author.search`: authors by name, page by page. It reads and checks input and does nothing else.
import { AuthorProfile } from '../domain/author.ts';
import { type Failure, isFailure } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';
import { unknownParameters } from '../domain/unknown-parameters.ts';
import { allReport } from './all-report.ts';
import { listedAuthorRecord } from './author-record.ts';
import type { AskedPage, PageOperation } from './operation.ts';
import { nativePageOf, pageSchemaOf } from './page-answer.ts';
import {
  keywordParameter,
  pageParameters,
  platformsParameter,
  type QueryLimits,
  readPageChoices,
  readText,
  refusePlatforms,
} from './parameters.ts';

const AuthorSearchQuery = Type.Object({
  keyword: keywordParameter,
  ...pageParameters,
  platforms: platformsParameter,
});

const PARAMETERS: ReadonlySet<string> = new Set(Object.keys(AuthorSearchQuery.properties));

const keyword = Type.String();

const NOT_CHARGED = 'Charged once, and only when it succeeds; a search that finds nobody is a success.';

export const authorSearch: PageOperation = {
  name: 'author.search',
  actions: {
    search_author_v2: {
      variant: 'stable',
      operationId: 'searchAuthors',
      summary: 'Search authors (stable)',
      description: `When a provider of the platform fails, the next one is asked. ${NOT_CHARGED}`,
      firstPrice: '0.012',
    },
    search_author: {
      variant: 'economy',
      operationId: 'searchAuthorsEconomy',
      summary: 'Search authors (economy)',
      description: `One provider, one attempt, at a lower price. ${NOT_CHARGED}`,
      firstPrice: '0.004',
    },
  },
  tag: 'Authors',
  unit: 'call',
  shape: 'page',
  query: AuthorSearchQuery,
  byAddress: null,
  answers: {
    u1: pageSchemaOf({ keyword }, AuthorProfile, {
      $id: 'AuthorSearchPage',
      description: 'One page of unified records (group u1).',
      says: allReport,
    }),
    u2: nativePageOf(
      { keyword },
      { $id: 'NativeAuthorSearchPage', description: "One page in the platform's own shape (group u2)." },
    ),
  },
  record: listedAuthorRecord,
  failures: ['INVALID_CURSOR'],
  method: 'authors.search',
  sample: { keyword: 'biscuit' },
  tool: {
    name: 'find_authors',
    title: 'Find authors',
    description:
      'Search a platform for authors or channels by name, or many at once with platform "all". Gives one line per author and a cursor for more.',
  },
  playground: { about: 'keyword', labels: { en: 'Author search', zh: '搜索作者' } },
  command: {
    words: 'author search',
    summary: 'Search authors through a running gateway, as a customer',
    arguments: ['keyword'],
    examples: ['author search library hana', 'author search all hana --platforms library,youtube'],
  },
  read: readAuthorSearch,
  isSorted: false,
  isMerged: true,
  absent: null,
  finish: ({ items }) => ({ items, says: {}, mark: null }),
};

function readAuthorSearch(query: Record<string, string>, limits: QueryLimits): AskedPage | Failure {
  const unknown = unknownParameters(Object.keys(query), PARAMETERS) ?? refusePlatforms(query);
  if (unknown !== null) return unknown;
  const keyword = readText('keyword', query.keyword, limits.keywordCharsMax);
  if (isFailure(keyword)) return keyword;
  const choices = readPageChoices(query);
  if (isFailure(choices)) return choices;
  return { ask: { keyword }, ...choices };
}
