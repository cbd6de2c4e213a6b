// What TikHub sells besides the search: single videos, authors, their videos, comments and replies of Kuaishou, Douyin and TikTok. Lists of
// videos accept only one kind of author id; another kind is looked up first and kept in the cursor. An empty first page is believed only
// after its owner was looked up.
import type { ParsedAuthor } from '../../domain/author.ts';
import type { ParsedComment } from '../../domain/comment.ts';
import type {
  Absent,
  AttemptFailure,
  AuthorInput,
  AuthorVideosInput,
  CommentsInput,
  ConnectorOperations,
  FoundRecord,
  Page,
  Parsed,
  Provider,
  RepliesInput,
  UpstreamRequest,
  UpstreamResponse,
  VideoInput,
} from '../connector.ts';
import { foreignAnswer } from '../parsing/echoed-question.ts';
import { type Json, object } from '../parsing/json.ts';
import { provedEmpty } from '../parsing/proved-empty.ts';
import { AWEME_AUTHOR_MISSING } from '../short-video/aweme-author.ts';
import {
  AUTHOR_VIDEOS_PARTS,
  authorStand,
  COMMENT_PARTS,
  commentsCursor,
  isCommentless,
  listId,
  readAuthorProfile,
  readAuthorVideos,
  readShortVideo,
  readShortVideoComments,
  type ShortVideoPlatform,
  shortVideoPlatform,
  VIDEO_PARTS,
} from '../short-video/short-video-lists.ts';
import { TIKTOK_TRANSCRIPT_PARTS, tiktokTranscript } from '../short-video/tiktok-captions.ts';
import { openTikhub, tikhubRequest } from './tikhub-envelope.ts';

/** Other sizes break its lists of Douyin and TikTok. */
export const TIKHUB_PAGE_SIZE = '20';

export const tikhubVideo: ConnectorOperations['video.get'] = {
  request: (input, provider) => askTikhub(provider, tikhubVideoPath(input, provider)),
  parse: readTikhubVideo,
  ...VIDEO_PARTS,
};

export const tikhubTranscript: ConnectorOperations['transcript.get'] = {
  request: (input, provider) => askTikhub(provider, tikhubVideoPath(input, provider)),
  parse: (response, input, provider) =>
    tiktokTranscript(readTikhubVideo(response, input, provider), input, provider),
  ...TIKTOK_TRANSCRIPT_PARTS,
};

export const tikhubAuthorVideos: ConnectorOperations['author.videos'] = {
  request(input, provider) {
    const authorId = knownId(input);
    return askTikhub(provider, authorId === null ? profilePath(input) : postsPath(input, authorId));
  },
  parse: parseAuthorVideos,
  ...AUTHOR_VIDEOS_PARTS,
};

export const tikhubAuthor: ConnectorOperations['author.get'] = {
  request: (input, provider) => askTikhub(provider, profilePath(input)),
  parse: parseProfile,
  missing: AWEME_AUTHOR_MISSING,
  cost: 1,
};

export const tikhubComments: ConnectorOperations['video.comments'] = {
  request: (input, provider) => askTikhub(provider, commentsPath(input)),
  parse: parseComments,
  sorts: ['top'],
  ...COMMENT_PARTS,
};

export const tikhubReplies: ConnectorOperations['comment.replies'] = {
  request: (input, provider) => askTikhub(provider, repliesPath(input)),
  parse: parseComments,
  ...COMMENT_PARTS,
};

export interface TikhubPath {
  path: string;
  query: Record<string, string>;
}

export function askTikhub(provider: Provider, { path, query }: TikhubPath): UpstreamRequest {
  return tikhubRequest(provider, { path: `${path}?${new URLSearchParams(query)}` });
}

export function tikhubVideoPath(
  { platform, id }: { platform: string; id: string },
  { options }: Provider,
): TikhubPath {
  if (platform === 'douyin') return { path: 'douyin/app/v3/fetch_one_video_v2', query: { aweme_id: id } };
  if (platform !== 'tiktok') return { path: 'kuaishou/app/fetch_one_video', query: { photo_id: id } };
  return {
    path: 'tiktok/app/v3/fetch_one_video_v3',
    query: { aweme_id: id, region: options.tiktok_region ?? 'US' },
  };
}

/** The platform's data, unless it answers another question: TikHub repeats the parameters of the request. */
export function tikhubData(
  response: UpstreamResponse,
  wantsRaw: boolean,
  { query }: TikhubPath,
): { data: unknown } | AttemptFailure {
  const opened = openTikhub(response, wantsRaw);
  if ('kind' in opened) return opened;
  const params: Json = object(opened.envelope.params);
  const [name = '', asked = ''] = Object.entries(query)[0] ?? [];
  return foreignAnswer(response, params[name], asked) ?? { data: opened.envelope.data };
}

export function readTikhubVideo(
  response: UpstreamResponse,
  input: VideoInput,
  provider: Provider,
): FoundRecord | Absent | AttemptFailure {
  const said = tikhubData(response, input.wantsRaw, tikhubVideoPath(input, provider));
  if ('kind' in said) return said;
  return readShortVideo(response, shortVideoPlatform(input.platform), said.data, input.id);
}

function knownId(input: AuthorVideosInput): string | null {
  return authorStand(input).authorId ?? listId(shortVideoPlatform(input.platform), input.author_id);
}

function postsPath(input: AuthorVideosInput, authorId: string): TikhubPath {
  const platform = shortVideoPlatform(input.platform);
  const { cursor } = authorStand(input);
  if (platform === 'kuaishou')
    return { path: 'kuaishou/app/fetch_user_post_v2', query: { user_id: authorId, pcursor: cursor ?? '' } };
  return {
    path: `${platform}/app/v3/fetch_user_post_videos`,
    query: { sec_user_id: authorId, max_cursor: cursor ?? '0', count: TIKHUB_PAGE_SIZE, sort_type: '0' },
  };
}

/** Each platform has a parameter, or a route, for each kind of id. */
function profilePath({ platform, author_id, handle }: AuthorInput): TikhubPath {
  const of = shortVideoPlatform(platform);
  const name = author_id ?? handle ?? '';
  if (of === 'kuaishou') return { path: 'kuaishou/app/fetch_one_user_v2', query: { user_id: name } };
  const kind =
    author_id === undefined ? 'unique_id' : listId(of, author_id) === null ? 'user_id' : 'sec_user_id';
  if (of === 'tiktok') return { path: 'tiktok/app/v3/handler_user_profile', query: { [kind]: name } };
  return DOUYIN_PROFILES[kind](name);
}

const DOUYIN_PROFILES = {
  sec_user_id: (name: string): TikhubPath => ({
    path: 'douyin/web/handler_user_profile',
    query: { sec_user_id: name },
  }),
  unique_id: (name: string): TikhubPath => ({
    path: 'douyin/web/handler_user_profile_v2',
    query: { unique_id: name },
  }),
  user_id: (name: string): TikhubPath => ({
    path: 'douyin/web/handler_user_profile_v3',
    query: { uid: name },
  }),
};

type Profile = FoundRecord<ParsedAuthor> | Absent | AttemptFailure;

function parseProfile(response: UpstreamResponse, input: AuthorInput): Profile {
  const said = tikhubData(response, input.wantsRaw, profilePath(input));
  return 'kind' in said ? said : readAuthorProfile(shortVideoPlatform(input.platform), said.data);
}

function parseAuthorVideos(
  response: UpstreamResponse,
  input: AuthorVideosInput,
  provider: Provider,
): Parsed<Page | Absent> {
  const authorId = knownId(input);
  if (authorId !== null)
    return provedEmpty(postsPage(response, input, authorId), input, {
      request: askTikhub(provider, profilePath({ ...input, author_id: authorId })),
      read: (answer) => parseProfile(answer, { ...input, author_id: authorId }),
    });
  const profile = parseProfile(response, input);
  if (profile.kind !== 'record') return profile;
  const { id } = profile.record;
  return {
    kind: 'follow_up',
    request: askTikhub(provider, postsPath(input, id)),
    parse: (answer) => (answer.kind === 'response' ? wholeOf(postsPage(answer, input, id), answer) : answer),
  };
}

function postsPage(
  response: UpstreamResponse,
  input: AuthorVideosInput,
  authorId: string,
): Page | AttemptFailure {
  const said = tikhubData(response, input.wantsRaw, postsPath(input, authorId));
  return 'kind' in said
    ? said
    : readAuthorVideos(shortVideoPlatform(input.platform), said.data, input, authorId);
}

/** The platform's answer for the caller is this list, and not the profile that was fetched before it. */
function wholeOf(page: Page | AttemptFailure, { body }: UpstreamResponse): Page | AttemptFailure {
  return page.kind === 'page' ? { ...page, body } : page;
}

function commentsPath(input: CommentsInput): TikhubPath {
  const platform = shortVideoPlatform(input.platform);
  const cursor = commentsCursor(input);
  if (platform === 'kuaishou')
    return {
      path: 'kuaishou/app/fetch_one_video_comment',
      query: { photo_id: input.id, pcursor: cursor ?? '' },
    };
  const query = { aweme_id: input.id, cursor: cursor ?? '0', count: TIKHUB_PAGE_SIZE };
  return { path: `${platform}/app/v3/fetch_video_comments`, query };
}

function repliesPath(input: RepliesInput): TikhubPath {
  const platform: ShortVideoPlatform = shortVideoPlatform(input.platform);
  const { id, comment_id } = input;
  const cursor = commentsCursor(input);
  if (platform === 'kuaishou')
    return {
      path: 'kuaishou/web/fetch_one_video_sub_comment',
      query: { photo_id: id, root_comment_id: comment_id, pcursor: cursor ?? '' },
    };
  const query = { item_id: id, comment_id, cursor: cursor ?? '0', count: TIKHUB_PAGE_SIZE };
  return { path: `${platform}/app/v3/fetch_video_comment_replies`, query };
}

function parseComments(
  response: UpstreamResponse,
  input: CommentsInput | RepliesInput,
  provider: Provider,
): Parsed<Page<ParsedComment> | Absent> {
  const isReply = 'comment_id' in input;
  const said = tikhubData(response, input.wantsRaw, isReply ? repliesPath(input) : commentsPath(input));
  if ('kind' in said) return said;
  const page = readShortVideoComments(shortVideoPlatform(input.platform), said.data, input);
  return provedEmpty(page, input, {
    request: askTikhub(provider, tikhubVideoPath(input, provider)),
    read: (answer) => readTikhubVideo(answer, input, provider),
    isDisabled: isCommentless,
    ...(isReply && { what: 'video' as const }),
  });
}
