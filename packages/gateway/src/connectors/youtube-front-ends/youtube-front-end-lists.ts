// What the free front-ends to YouTube have in common for channels and comments: how they report a missing channel, which fields they never
// give, and how the replies to a comment are found. They identify the replies only by a token beside the comment, so the first pages of
// comments are searched for it.

import type { ParsedComment } from '../../domain/comment.ts';
import type { DeclaredCoverage } from '../../domain/coverage.ts';
import type { ParsedVideo } from '../../domain/video.ts';
import type {
  Absent,
  AttemptFailure,
  CommentsInput,
  FollowUp,
  OperationName,
  Page,
  PageInput,
  RepliesInput,
  UpstreamRequest,
  UpstreamResponse,
} from '../connector.ts';
import { badResponse, failed } from '../parsing/failures.ts';
import { absent } from '../parsing/found-videos.ts';
import { type Json, object, parseJson } from '../parsing/json.ts';
import { YOUTUBE_VIEWS } from '../parsing/platform-facts.ts';
import { type Owner, ofPublicVideo } from '../parsing/proved-empty.ts';
import { publicItems } from '../parsing/public-items.ts';
import { type Onward, readSlicedPlace, slicePage, wholeList } from '../parsing/sliced-pages.ts';
import { OF_THE_CALLER, wordsOf } from './youtube-front-end.ts';

export const YOUTUBE_COMMENT_MISSING = [
  'url',
  'language',
  // Computed from words such as "2 days ago", so only the words are passed on.
  'published_at',
  'edited_at',
  'author.followers',
  'rating',
  'position_ms',
  'images',
];

/** How a front-end reports a missing channel; null when the answer is not about that. */
export function channelAbsence({ status, body }: UpstreamResponse): Absent | null {
  if (status === 401 || status === 403 || status === 429) return null;
  const said = wordsOf(parseJson(body, false));
  if (said === '' || OF_THE_CALLER.test(said)) return null;
  const isGone = /account (?:has been |is |was )?terminated/i.test(said);
  if (isGone) return absent('deleted');
  const isNone = /channel (?:does not|doesn.t) exist|no such channel|channel is not available/i.test(said);
  return isNone || status === 404 ? absent() : null;
}

/**
 * A channel's videos are one of its tabs: short videos and broadcasts have their own. So the end of this tab is not the end of the
 * channel's videos.
 */
export function ofOneTab(onward: Onward): Onward {
  return onward.end === 'exhausted' ? { end: 'unknown' } : onward;
}

/** More than a front-end gives of such a list. */
export const FRONT_END_SHOWN_MAX = 50;

/**
 * A list that YouTube shows unasked, such as popular or related videos. One answer holds all that the front-end gives of it. YouTube's own
 * list may go on behind that, so the end is not proved.
 */
export function shownVideos(
  records: readonly Json[],
  input: PageInput,
  read: (record: Json) => ParsedVideo | null,
): Page | AttemptFailure {
  const items = publicItems(
    records.map((raw) => ({ record: read(raw), raw })),
    input.bodyIsAnswer,
  );
  if ('kind' in items) return items;
  return wholeList(items, { ...input, count: Math.min(input.count, FRONT_END_SHOWN_MAX) }, 'unknown');
}

/** A handle as it is written in an address. */
export function atHandle(handle = ''): string {
  return handle.startsWith('@') ? handle : `@${handle}`;
}

/** The comments of one answer. `total` counts all comments of the video. */
export interface FrontEndComments {
  comments: readonly unknown[];
  total: number | null;
}

type ToComment = (record: Json, video: string, root: string | null) => ParsedComment | null;

/** A page of comments, or of replies to the comment `root`. `after` tells where the list continues, given the token of this page. */
export function frontEndComments(
  { comments, total }: FrontEndComments,
  input: CommentsInput | RepliesInput,
  root: string | null,
  { toComment, after }: { toComment: ToComment; after(sent: string | undefined): Onward },
): Page<ParsedComment> | AttemptFailure {
  const items = comments.flatMap((raw) => {
    const record = toComment(object(raw), input.id, root);
    return record === null ? [] : [{ record, raw }];
  });
  if (comments.length > 0 && items.length === 0) return badResponse('no comment is readable');
  const place = readSlicedPlace(input.cursor);
  const page = slicePage(items, place, input.count, after(place.parts[0]));
  return total === null || root !== null ? page : { ...page, total: { value: total, relation: 'approx' } };
}

/** How many pages of comments are searched for one comment. Together with the replies and the video, that is all that an attempt may ask. */
const PAGES_MAX = 2;

/** Of all front-ends to YouTube. */
export const FRONT_END_COVERAGE: DeclaredCoverage<OperationName> = {
  fresh: null,
  notes: ['Dates in lists are approximate, such as "3 months ago".', YOUTUBE_VIEWS.text],
  operations: {
    'comment.replies': {
      notes: [`Only replies to comments on the first ${PAGES_MAX} pages of a video are found.`],
    },
    'video.popular': {
      notes: ['There is no list of popular videos of all kinds: live broadcasts are listed.'],
    },
  },
};

/** What the search for a token needs from a page of comments. */
export interface TokenPage {
  /** By the id of the comment; null for a comment without replies. */
  tokens: ReadonlyMap<string, string | null>;
  next: string | null;
}

export interface RepliesSearch {
  input: RepliesInput;
  pageRequest(token: string): UpstreamRequest;
  repliesRequest(token: string): UpstreamRequest;
  readTokens(response: UpstreamResponse): TokenPage | Absent | AttemptFailure;
  readReplies(response: UpstreamResponse, token: string): Page<ParsedComment> | Absent | AttemptFailure;
  /** How to look up the video: replies are given only for a public video. */
  video: Owner;
}

type Said = Page<ParsedComment> | Absent | AttemptFailure;

const NO_REPLIES: Page<ParsedComment> = {
  kind: 'page',
  items: [],
  cursor: null,
  end: 'exhausted',
  total: { value: 0, relation: 'eq' },
};

/** Finds the replies to a comment, starting from an answer that is a page of comments. */
export function searchReplies(
  search: RepliesSearch,
  response: UpstreamResponse,
  page = 1,
): Said | FollowUp<Page<ParsedComment> | Absent> {
  const read = search.readTokens(response);
  if ('kind' in read) return read.kind === 'absent' ? { ...read, what: 'video' } : read;
  const token = read.tokens.get(search.input.comment_id);
  const ofPublic = (said: Said) => ofPublicVideo(said, search.input, search.video);
  if (token === null) return ofPublic({ ...NO_REPLIES, body: response.body });
  if (token !== undefined)
    return followed(search.repliesRequest(token), (answer) =>
      ofPublic(withBody(search.readReplies(answer, token), answer)),
    );
  if (read.next === null) return absent();
  if (page >= PAGES_MAX)
    return failed('refused', 'the comment is not among the first ones, and only they are known');
  return followed(search.pageRequest(read.next), (answer) => searchReplies(search, answer, page + 1));
}

function followed(
  request: UpstreamRequest,
  parse: (answer: UpstreamResponse) => Said | FollowUp<Page<ParsedComment> | Absent>,
): FollowUp<Page<ParsedComment> | Absent> {
  return {
    kind: 'follow_up',
    request,
    parse: (answer) => (answer.kind === 'response' ? parse(answer) : answer),
  };
}

function withBody(said: Said, { body }: UpstreamResponse): Said {
  return said.kind === 'page' ? { ...said, body } : said;
}
