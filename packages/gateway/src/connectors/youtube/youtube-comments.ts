// How comments and their replies are requested from the YouTube Data API, and read.
import type { ParsedComment } from '../../domain/comment.ts';
import type {
  Absent,
  AttemptFailure,
  CommentsInput,
  ConnectorOperations,
  Page,
  PageInput,
  ParsedRecord,
  Provider,
  RepliesInput,
  UpstreamRequest,
  UpstreamResponse,
} from '../connector.ts';
import { blankComment, unknownAuthor } from '../parsing/blank-records.ts';
import { badResponse } from '../parsing/failures.ts';
import { count, id, publishedIso, segment, text, texts, thumbnails, url } from '../parsing/fields.ts';
import { absent, foundVideo, listed } from '../parsing/found-videos.ts';
import { array, type Json, object, parseJson } from '../parsing/json.ts';
import { type Owner, ofPublicVideo } from '../parsing/proved-empty.ts';
import { joined, unixLines } from '../parsing/text.ts';
import { LOOK_UP_COST, nextToken, reasonsOf, type YoutubeApi, youtubeList } from './youtube-api.ts';

const SITE = 'https://www.youtube.com';
const COMMENTS_PAGE_MAX = 100;

const COMMENT_MISSING = [
  'language',
  'published_text',
  'author.verified',
  'author.followers',
  'pinned',
  'hearted',
  'rating',
  'position_ms',
];

export function youtubeComments(api: YoutubeApi): ConnectorOperations['video.comments'] {
  return {
    request: (input, provider) => threadsRequest(api, input, provider),
    parse: (response, input, provider) =>
      ofPublicVideo(parseThreads(api, response, input), input, videoOwner(api, input, provider)),
    sorts: ['top', 'newest'],
    pageItemsMax: COMMENTS_PAGE_MAX,
    missing: COMMENT_MISSING,
    cost: LOOK_UP_COST,
  };
}

export function youtubeReplies(api: YoutubeApi): ConnectorOperations['comment.replies'] {
  return {
    request: (input, provider) => repliesRequest(api, input, provider),
    parse: (response, input, provider) =>
      ofPublicVideo(parseReplies(api, response, input), input, videoOwner(api, input, provider)),
    pageItemsMax: COMMENTS_PAGE_MAX,
    missing: COMMENT_MISSING,
    cost: LOOK_UP_COST,
  };
}

const PLAIN = { textFormat: 'plainText' };
const ORDERS = { top: 'relevance', newest: 'time' };

function paged(input: PageInput): Record<string, string> {
  const size = String(Math.min(input.count, COMMENTS_PAGE_MAX));
  return { maxResults: size, ...PLAIN, ...(input.cursor !== null && { pageToken: input.cursor }) };
}

function threadsRequest({ get }: YoutubeApi, input: CommentsInput, provider: Provider): UpstreamRequest {
  const query = { part: 'snippet', videoId: input.id, order: ORDERS[input.sort], ...paged(input) };
  return get(provider, 'commentThreads', query);
}

function repliesRequest({ get }: YoutubeApi, input: RepliesInput, provider: Provider): UpstreamRequest {
  return get(provider, 'comments', { part: 'snippet', parentId: input.comment_id, ...paged(input) });
}

type Comments = Page<ParsedComment> | Absent | AttemptFailure;

/** The API gives the comments of an unlisted video to any caller with its id; only the video itself states that it is unlisted. */
function videoOwner(api: YoutubeApi, { id: asked }: CommentsInput | RepliesInput, provider: Provider): Owner {
  return {
    request: api.get(provider, 'videos', { part: 'status', id: listed(asked, ',') }),
    read(answer) {
      const said = youtubeList(api, answer, false, ['videoNotFound']);
      if (said.kind !== 'list') return said;
      const [video] = array(said.body.items).map(object);
      return video === undefined
        ? absent()
        : foundVideo(answer, asked, { raw: video, names: [id(video.id)] }, api.wholeVideo(video));
    },
  };
}

const OFF: Page<ParsedComment> = {
  kind: 'page',
  items: [],
  cursor: null,
  end: 'exhausted',
  total: { value: 0, relation: 'eq' },
  isDisabled: true,
};

function parseThreads(api: YoutubeApi, response: UpstreamResponse, input: CommentsInput): Comments {
  const error = object(object(parseJson(response.body, false)).error);
  if (reasonsOf(error).includes('commentsDisabled')) return OFF;
  const said = youtubeList(api, response, input.wantsRaw, ['videoNotFound']);
  if (said.kind !== 'list') return said;
  const { body } = said;
  return commentPage(body, input, (item) => {
    const { topLevelComment, totalReplyCount, channelId } = object(item.snippet);
    const comment = toComment(object(topLevelComment), input.id, channelId);
    return comment === null ? null : { ...comment, replies: count(totalReplyCount) };
  });
}

function parseReplies(api: YoutubeApi, response: UpstreamResponse, input: RepliesInput): Comments {
  const said = youtubeList(api, response, input.wantsRaw, ['commentNotFound', 'parentCommentNotFound']);
  if (said.kind !== 'list') return said;
  const { body } = said;
  return commentPage(body, input, (item) => toComment(item, input.id, object(item.snippet).channelId));
}

function commentPage<Record extends ParsedRecord>(
  body: Json,
  input: PageInput,
  read: (item: Json) => Record | null,
): Page<Record> | AttemptFailure {
  const all = array(body.items).map((raw) => ({ raw, record: read(object(raw)) }));
  const items = all.flatMap(({ raw, record }) => (record === null ? [] : [{ record, raw }]));
  if (items.length === 0 && all.length > 0) return badResponse('no item is a comment');
  const { token, end } = nextToken(body, all.length, input);
  return { kind: 'page', items, cursor: token, end, total: null };
}

/** `creator` is the channel of the video. */
function toComment(item: Json, video: string, creator: unknown): ParsedComment | null {
  const own = id(item.id);
  if (own === null) return null;
  const snippet = object(item.snippet);
  const parent = id(snippet.parentId);
  const written = text(snippet.textOriginal) ?? text(snippet.textDisplay);
  const author = toWriter(snippet);
  const published = publishedIso(snippet.publishedAt);
  const updated = publishedIso(snippet.updatedAt).published_at;
  const channel = id(creator);
  return {
    ...blankComment(own, { video, root: parent, parent }, COMMENT_MISSING),
    url: joined(SITE, '/watch?v=', segment(video), '&lc=', segment(own)),
    text: written === null ? null : unixLines(written),
    ...published,
    edited_at: updated === published.published_at ? null : updated,
    author,
    is_creator: author.id === null || channel === null ? null : author.id === channel,
    likes: count(snippet.likeCount),
    images: thumbnails(texts(snippet.imageUrl)),
  };
}

/** A name with a leading `@` is the handle. */
function toWriter(snippet: Json): ParsedComment['author'] {
  const name = text(snippet.authorDisplayName);
  return {
    ...unknownAuthor,
    id: id(object(snippet.authorChannelId).value),
    handle: name?.startsWith('@') ? name.slice(1) : null,
    name,
    url: url(snippet.authorChannelUrl),
    avatar_url: url(snippet.authorProfileImageUrl),
  };
}
