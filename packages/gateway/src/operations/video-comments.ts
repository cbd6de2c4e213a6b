// The operation `video.comments`: the comments on one video, page by page, without their replies. It reads and checks input and does
// nothing else.
import { COMMENTS_SORTS } from '../connectors/connector.ts';
import { type Failure, isFailure } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';
import { unknownParameters } from '../domain/unknown-parameters.ts';
import { commentRecord } from './comment-record.ts';
import { commentPagesOf, commentsPageParameters, disabledField, finishComments } from './comments-page.ts';
import type { AskedPage, PageOperation } from './operation.ts';
import {
  readPageChoices,
  readSort,
  readVideoId,
  sortParameter,
  VIDEO_BY_ADDRESS,
  videoParameters,
} from './parameters.ts';

const CommentsQuery = Type.Object({
  ...videoParameters,
  sort: sortParameter(
    COMMENTS_SORTS,
    "Order of the list: the platform's own ranking, or the newest first. Without it, the platform's default order.",
  ),
  ...commentsPageParameters,
});

const PARAMETERS: ReadonlySet<string> = new Set(Object.keys(CommentsQuery.properties));

const says = {
  sort: Type.Enum([...COMMENTS_SORTS], { description: 'The order of the list.' }),
  disabled: disabledField,
};

const NOT_CHARGED =
  'A video without comments is a success, also when they are switched off; one that is not there is 404 `VIDEO_NOT_FOUND` and costs nothing.';

export const videoComments: PageOperation = {
  name: 'video.comments',
  actions: {
    list_comments_v2: {
      variant: 'stable',
      operationId: 'listComments',
      summary: 'Comments on a video (stable)',
      description: `When a provider of the platform fails, the next one is asked. ${NOT_CHARGED}`,
      firstPrice: '0.008',
    },
    list_comments: {
      variant: 'economy',
      operationId: 'listCommentsEconomy',
      summary: 'Comments on a video (economy)',
      description: `One provider, one attempt, at a lower price. ${NOT_CHARGED}`,
      firstPrice: '0.003',
    },
  },
  tag: 'Comments',
  unit: 'call',
  shape: 'page',
  query: CommentsQuery,
  byAddress: VIDEO_BY_ADDRESS,
  answers: commentPagesOf('Comments', { id: Type.String() }, says),
  record: commentRecord,
  failures: ['INVALID_CURSOR', 'VIDEO_NOT_FOUND'],
  method: 'comments.list',
  sample: { id: 'sample-en-01' },
  tool: {
    name: 'list_comments',
    title: 'Comments on a video',
    description: 'What people wrote about one video. Gives one line per comment and a cursor for more.',
  },
  playground: { about: 'video', labels: { en: 'Comments', zh: '评论' } },
  command: {
    words: 'comments list',
    summary: 'List the comments on a video through a running gateway, as a customer',
    arguments: ['id'],
    notes: 'A video that is not there costs nothing.',
    examples: [
      'comments list https://youtu.be/dQw4w9WgXcQ --sort newest',
      'comments list sample-en-01 --platform library --pages 2 --json',
    ],
  },
  read: readCommentsQuery,
  isSorted: true,
  absent: 'VIDEO_NOT_FOUND',
  finish: finishComments,
};

function readCommentsQuery(query: Record<string, string>): AskedPage | Failure {
  const unknown = unknownParameters(Object.keys(query), PARAMETERS);
  if (unknown !== null) return unknown;
  const id = readVideoId(query.id);
  if (isFailure(id)) return id;
  const sort = readSort(query.sort, COMMENTS_SORTS);
  if (isFailure(sort)) return sort;
  const choices = readPageChoices(query);
  if (isFailure(choices)) return choices;
  return { ask: { id, ...(sort !== null && { sort }) }, ...choices };
}
