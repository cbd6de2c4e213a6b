// The operation `author.videos`: the videos of one author, page by page. It reads and checks input and does nothing else.
import { AUTHOR_VIDEOS_SORTS } from '../connectors/connector.ts';
import { type Failure, isFailure } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';
import { unknownParameters } from '../domain/unknown-parameters.ts';
import { Video } from '../domain/video.ts';
import { finishAuthorVideos } from './author-videos-order.ts';
import type { AskedPage, PageOperation } from './operation.ts';
import { nativePageOf, pageSchemaOf } from './page-answer.ts';
import {
  AUTHOR_BY_ADDRESS,
  authorParameters,
  countParameter,
  includeParameter,
  maxAgeParameter,
  pcursorParameter,
  readAuthor,
  readPageChoices,
  readSort,
  sortParameter,
} from './parameters.ts';
import { authorVideoRecord } from './video-record.ts';

const AuthorVideosQuery = Type.Object({
  ...authorParameters,
  sort: sortParameter(AUTHOR_VIDEOS_SORTS, 'Order of the list: the newest or the most viewed first.'),
  pcursor: pcursorParameter,
  count: countParameter,
  include: includeParameter,
  max_age: maxAgeParameter,
});

const PARAMETERS: ReadonlySet<string> = new Set(Object.keys(AuthorVideosQuery.properties));

const ask = { author_id: Type.Optional(Type.String()), handle: Type.Optional(Type.String()) };
const says = {
  sort: Type.Enum([...AUTHOR_VIDEOS_SORTS], { description: 'The order that was asked for.' }),
  order: Type.Enum([...AUTHOR_VIDEOS_SORTS, 'as_given'], {
    description:
      'The order that the items are in, proved by their dates or views; `as_given` when they are in another order, or when their dates or views are not known.',
  }),
};

const NOT_CHARGED =
  'An author without videos is a success; one who is not there is 404 `AUTHOR_NOT_FOUND` and costs nothing.';

export const authorVideos: PageOperation = {
  name: 'author.videos',
  actions: {
    list_author_videos_v2: {
      variant: 'stable',
      operationId: 'listAuthorVideos',
      summary: 'Videos of an author (stable)',
      description: `When a provider of the platform fails, the next one is asked. ${NOT_CHARGED}`,
      firstPrice: '0.008',
    },
    list_author_videos: {
      variant: 'economy',
      operationId: 'listAuthorVideosEconomy',
      summary: 'Videos of an author (economy)',
      description: `One provider, one attempt, at a lower price. ${NOT_CHARGED}`,
      firstPrice: '0.003',
    },
  },
  tag: 'Authors',
  unit: 'call',
  shape: 'page',
  query: AuthorVideosQuery,
  byAddress: AUTHOR_BY_ADDRESS,
  answers: {
    u1: pageSchemaOf(ask, Video, {
      $id: 'AuthorVideosPage',
      description: 'One page of unified records (group u1).',
      says,
    }),
    u2: nativePageOf(ask, {
      $id: 'NativeAuthorVideosPage',
      description: "One page in the platform's own shape and order (group u2).",
      says,
    }),
  },
  record: authorVideoRecord,
  failures: ['INVALID_CURSOR', 'AUTHOR_NOT_FOUND'],
  method: 'authors.videos',
  sample: { author_id: 'sample-author-1tosuxs' },
  tool: {
    name: 'list_author_videos',
    title: 'Videos of an author',
    description:
      'The videos of one author, the newest first. Gives one line per video and a cursor for more.',
  },
  playground: { about: 'author', labels: { en: 'Uploads', zh: '作者作品' } },
  command: {
    words: 'author videos',
    summary: 'List the videos of an author through a running gateway, as a customer',
    arguments: ['author_id'],
    notes: 'An author who is not there costs nothing.',
    examples: [
      'author videos https://www.youtube.com/@YouTube --pages 3',
      'author videos sample-author-1tosuxs --platform library --sort views',
    ],
  },
  read: readAuthorVideosQuery,
  isSorted: true,
  absent: 'AUTHOR_NOT_FOUND',
  finish: finishAuthorVideos,
};

function readAuthorVideosQuery(query: Record<string, string>): AskedPage | Failure {
  const unknown = unknownParameters(Object.keys(query), PARAMETERS);
  if (unknown !== null) return unknown;
  const author = readAuthor(query);
  if (isFailure(author)) return author;
  const sort = readSort(query.sort, AUTHOR_VIDEOS_SORTS);
  if (isFailure(sort)) return sort;
  const choices = readPageChoices(query);
  if (isFailure(choices)) return choices;
  return { ask: { ...author, ...(sort !== null && { sort }) }, ...choices };
}
