// The adapter to the comments of Odysee, which a separate host serves by JSON-RPC. The number of likes takes a second request, and is left
// out when that fails. Comments that moderators hid are never delivered. Sends no credential.

import type { ParsedComment } from '../../domain/comment.ts';
import { NO_RETENTION_RULES } from '../../domain/retention.ts';
import type {
  Absent,
  AttemptFailure,
  CommentsInput,
  Connector,
  End,
  FollowUp,
  Page,
  Provider,
  RepliesInput,
  UpstreamRequest,
  UpstreamResponse,
} from '../connector.ts';
import { blankComment, LEFT_OUT, type Readable, unknownAuthor } from '../parsing/blank-records.ts';
import { badResponse } from '../parsing/failures.ts';
import { count, flag, publishedUnix, text } from '../parsing/fields.ts';
import { absent } from '../parsing/found-videos.ts';
import { ODYSEE_IDS } from '../parsing/id-forms.ts';
import { isObject, type Json, object, parseJson } from '../parsing/json.ts';
import { numberedPage, type Place, placeOf } from '../parsing/numbered-pages.ts';
import { unixLines } from '../parsing/text.ts';
import { handleOf, readResult, webPage } from './lbry-claim.ts';

const PAGE_SIZES = { min: 1, max: 50 };
/** The API's numbers for the sorts. */
const ORDERS = { top: 3, newest: 0 };

const MISSING = [
  'url',
  'language',
  'published_text',
  'edited_at',
  'author.avatar_url',
  'author.verified',
  'author.followers',
  'rating',
  'position_ms',
  'images',
];

type Comments = Page<ParsedComment>;
type Input = CommentsInput | RepliesInput;

export const odyseeComments: Connector = {
  name: 'odysee-comments',
  facts: {
    website: 'https://odysee.com',
    docs: 'https://github.com/OdyseeTeam/commentron',
    proof: { checkedAt: '2026-11', by: 'source', unproved: [] },
    baseUrl: 'https://comments.odysee.tv/api',
    platforms: ['odysee'],
    keyNeeded: false,
    resale: 'yes',
    keyword: 'It has no search.',
    retention: NO_RETENTION_RULES,
    notes:
      'Only the comments of Odysee; odysee-search and odysee have the rest. Likes take a second request for each page. ' +
      'It answers an id that nothing has with an empty list as often as with an error. Whether answers may be sold is ' +
      'for its terms.',
  },
  options: {},
  coverage: {
    fresh: null,
    notes: [
      'Comments that moderators hid are left out.',
      'A video without comments and an unknown video may look alike.',
    ],
    operations: {},
  },
  redirects: false,
  ids: ODYSEE_IDS,
  operations: {
    'video.comments': {
      request: listRequest,
      parse: parseList,
      sorts: ['top', 'newest'],
      pageItemsMax: PAGE_SIZES.max,
      missing: MISSING,
      cost: 1,
    },
    'comment.replies': {
      request: listRequest,
      parse: parseList,
      pageItemsMax: PAGE_SIZES.max,
      missing: MISSING,
      cost: 1,
    },
  },
};

function call(method: string, params: Json, { baseUrl, userAgent }: Provider): UpstreamRequest {
  return {
    method: 'POST',
    url: `${baseUrl}/v2?m=${method}`,
    headers: { accept: 'application/json', 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  };
}

function listRequest(input: Input, provider: Provider): UpstreamRequest {
  const { page, size } = placeOf(input, PAGE_SIZES);
  const level =
    'comment_id' in input
      ? { parent_id: input.comment_id, top_level: false, sort_by: ORDERS.newest }
      : { top_level: true, sort_by: ORDERS[input.sort] };
  return call('comment.List', { claim_id: input.id, page, page_size: size, ...level }, provider);
}

function parseList(
  response: UpstreamResponse,
  input: Input,
  provider: Provider,
): Comments | Absent | AttemptFailure | FollowUp<Comments | Absent> {
  const refusal = byWords(response, input);
  if (refusal !== null) return refusal;
  const read = readResult(response, input.wantsRaw);
  if ('kind' in read) return read;
  const page = pageOf(read.result, input);
  if (page.kind !== 'page' || page.items.length === 0) return page;
  return {
    kind: 'follow_up',
    request: call(
      'reaction.List',
      { comment_ids: page.items.map(({ record }) => record.id).join(',') },
      provider,
    ),
    parse: (answer) => (answer.kind === 'response' ? withLikes(page, answer) : page),
  };
}

const OFF: Comments = {
  kind: 'page',
  items: [],
  cursor: null,
  end: 'exhausted',
  total: null,
  isDisabled: true,
};

/** Two facts come only as the text of an error: comments are switched off, or there is no such video. */
function byWords({ body }: UpstreamResponse, input: Input): Comments | Absent | null {
  const message = text(object(object(parseJson(body, false)).error).message) ?? '';
  if (/comments? (?:are|is|were)? ?(?:currently )?(?:disabled|turned off)/i.test(message)) return OFF;
  if (!/(?:not|n't) find|not found|does not exist/i.test(message)) return null;
  return 'comment_id' in input && /claim/i.test(message) ? { ...absent(), what: 'video' } : absent();
}

function pageOf(result: Json, input: Input): Comments | AttemptFailure {
  const place = placeOf(input, PAGE_SIZES);
  const total = totalOf(result);
  const records = recordsOf(result, total, place);
  if (records === null) return badResponse('the answer has no list of comments');
  const upstream = {
    records,
    end: endOf(total, place, records.length),
    total: total === null ? null : ({ value: total, relation: 'approx' } as const),
  };
  return numberedPage(upstream, place, input.count, (record) => toComment(record, input));
}

/**
 * Number of comments in the requested list. For a list without replies, `total_items` counts replies too. `total_filtered_items` does not,
 * nor does it count comments on this page whose writers are blocked. Older answers have only `total_items`.
 */
function totalOf({ total_filtered_items, total_items }: Json): number | null {
  return count(total_filtered_items) ?? count(total_items);
}

/** The API omits an empty list from its answer. An answer without a list is a valid first page only if the total is 0. */
function recordsOf({ items }: Json, total: number | null, { page }: Place): unknown[] | null {
  if (Array.isArray(items)) return items;
  const isEmpty = total === 0 || (total !== null && page > 1);
  return (items === undefined || items === null) && isEmpty ? [] : null;
}

/** Only the total proves the end. Blocked comments leave gaps on a page and are not in the total, so the comments received are compared with it. */
function endOf(total: number | null, { page, size }: Place, found: number): End {
  if (total === null) return 'unknown';
  return (page - 1) * size + found < total ? 'more' : 'exhausted';
}

function toComment(record: Json, input: Input): Readable<ParsedComment> {
  const commentId = text(record.comment_id);
  if (commentId === null) return null;
  if (record.is_hidden === true) return LEFT_OUT;
  const root = 'comment_id' in input ? input.comment_id : null;
  const parent = root === null ? null : (text(record.parent_id) ?? root);
  const words = text(record.comment);
  const name = text(record.channel_name);
  return {
    ...blankComment(commentId, { video: input.id, root, parent }, MISSING),
    text: words && unixLines(words),
    ...publishedUnix(record.timestamp),
    author: {
      ...unknownAuthor,
      id: text(record.channel_id),
      handle: handleOf(name),
      name,
      url: webPage(record.channel_url),
    },
    is_creator: flag(record.is_creator),
    pinned: flag(record.is_pinned),
    // The field is absent when there are no replies.
    replies: record.replies === undefined ? 0 : count(record.replies),
  };
}

/** If this answer is missing, the numbers of likes stay unknown. */
function withLikes(page: Comments, response: UpstreamResponse): Comments {
  const read = readResult(response, false);
  if ('kind' in read || !isObject(read.result.others_reactions)) return page;
  const reactions = read.result.others_reactions;
  const items = page.items.map(({ record, raw }) => {
    const { like, creator_like } = object(reactions[record.id]);
    const liked = count(creator_like);
    return { record: { ...record, likes: count(like), hearted: liked === null ? null : liked > 0 }, raw };
  });
  return { ...page, items };
}
