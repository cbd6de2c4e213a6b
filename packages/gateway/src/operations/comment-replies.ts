// The operation `comment.replies`: the replies to one comment, page by page, in the order of the platform. It reads and checks input and
// does nothing else.
import { type Failure, isFailure } from '../domain/failure.ts';
import { COMMENT_ID_CHARS_MAX, VIDEO_ID_CHARS_MAX } from '../domain/limits.ts';
import { Type } from '../domain/schema.ts';
import { unknownParameters } from '../domain/unknown-parameters.ts';
import { commentRecord } from './comment-record.ts';
import { commentPagesOf, commentsPageParameters, disabledField, finishComments } from './comments-page.ts';
import type { AskedPage, PageOperation } from './operation.ts';
import { readPageChoices, readText, videoIdParameter } from './parameters.ts';

const RepliesQuery = Type.Object({
  id: videoIdParameter,
  comment_id: Type.String({
    minLength: 1,
    maxLength: COMMENT_ID_CHARS_MAX,
    description: 'Id of the comment, as a list of comments gives it.',
    examples: ['sample-comment-01'],
  }),
  ...commentsPageParameters,
});

const PARAMETERS: ReadonlySet<string> = new Set(Object.keys(RepliesQuery.properties));

const NOT_CHARGED =
  'A comment without replies is a success; one that is not there is 404 `COMMENT_NOT_FOUND` and costs nothing.';

export const commentReplies: PageOperation = {
  name: 'comment.replies',
  actions: {
    list_replies_v2: {
      variant: 'stable',
      operationId: 'listReplies',
      summary: 'Replies to a comment (stable)',
      description: `When a provider of the platform fails, the next one is asked. ${NOT_CHARGED}`,
      firstPrice: '0.008',
    },
    list_replies: {
      variant: 'economy',
      operationId: 'listRepliesEconomy',
      summary: 'Replies to a comment (economy)',
      description: `One provider, one attempt, at a lower price. ${NOT_CHARGED}`,
      firstPrice: '0.003',
    },
  },
  tag: 'Comments',
  unit: 'call',
  shape: 'page',
  query: RepliesQuery,
  byAddress: null,
  answers: commentPagesOf(
    'Replies',
    { id: Type.String(), comment_id: Type.String() },
    { disabled: disabledField },
  ),
  record: commentRecord,
  failures: ['INVALID_CURSOR', 'COMMENT_NOT_FOUND', 'VIDEO_NOT_FOUND'],
  method: 'comments.replies',
  sample: { id: 'sample-en-01', comment_id: 'sample-comment-01' },
  tool: null,
  playground: { about: 'comment', labels: { en: 'Replies', zh: '回复' } },
  command: {
    words: 'comments replies',
    summary: 'List the replies to a comment through a running gateway, as a customer',
    arguments: ['id', 'comment_id'],
    notes: 'A comment that is not there costs nothing.',
    examples: ['comments replies library sample-en-01 sample-comment-01'],
  },
  read: readRepliesQuery,
  isSorted: false,
  absent: 'COMMENT_NOT_FOUND',
  finish: finishComments,
};

function readRepliesQuery(query: Record<string, string>): AskedPage | Failure {
  const unknown = unknownParameters(Object.keys(query), PARAMETERS);
  if (unknown !== null) return unknown;
  const id = readText('id', query.id, VIDEO_ID_CHARS_MAX);
  if (isFailure(id)) return id;
  const comment_id = readText('comment_id', query.comment_id, COMMENT_ID_CHARS_MAX);
  if (isFailure(comment_id)) return comment_id;
  const choices = readPageChoices(query);
  if (isFailure(choices)) return choices;
  return { ask: { id, comment_id }, ...choices };
}
