// What JustOneAPI sells besides the search: single videos, authors, their videos and comments of Kuaishou, Douyin and TikTok, and replies
// of Douyin and TikTok. It accepts fewer kinds of author ids than other providers. It refuses one that it does not accept, so that another
// provider is asked. An empty first page is believed only after its owner was looked up.
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
  ParsedRecord,
  Provider,
  RepliesInput,
  UpstreamResponse,
  VideoInput,
} from '../connector.ts';
import { failed } from '../parsing/failures.ts';
import { absent } from '../parsing/found-videos.ts';
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
  shortVideoPlatform,
  VIDEO_PARTS,
} from '../short-video/short-video-lists.ts';
import { TIKTOK_TRANSCRIPT_PARTS, tiktokTranscript } from '../short-video/tiktok-captions.ts';
import { type JustoneAsk, justoneRequest, NOTHING, openJustone } from './justone-envelope.ts';

export const justoneVideo: ConnectorOperations['video.get'] = {
  request: (input, provider) => justoneRequest(provider, videoAsk(input)),
  parse: parseVideo,
  ...VIDEO_PARTS,
};

export const justoneTranscript: ConnectorOperations['transcript.get'] = {
  request: (input, provider) => justoneRequest(provider, videoAsk(input)),
  parse: (response, input, provider) => tiktokTranscript(parseVideo(response, input), input, provider),
  ...TIKTOK_TRANSCRIPT_PARTS,
};

export const justoneAuthorVideos: ConnectorOperations['author.videos'] = {
  request: (input, provider) => justoneRequest(provider, postsAsk(input)),
  parse: parseAuthorVideos,
  ...AUTHOR_VIDEOS_PARTS,
};

export const justoneAuthor: ConnectorOperations['author.get'] = {
  request: (input, provider) => justoneRequest(provider, profileAsk(input)),
  parse: parseProfile,
  missing: AWEME_AUTHOR_MISSING,
  cost: 1,
};

export const justoneComments: ConnectorOperations['video.comments'] = {
  request: (input, provider) => justoneRequest(provider, commentsAsk(input)),
  parse: parseComments,
  sorts: ['top'],
  ...COMMENT_PARTS,
};

export const justoneReplies: ConnectorOperations['comment.replies'] = {
  request: (input, provider) => justoneRequest(provider, repliesAsk(input)),
  parse: parseComments,
  platforms: ['douyin', 'tiktok'],
  ...COMMENT_PARTS,
};

function videoAsk({ platform, id }: { platform: string; id: string }): JustoneAsk {
  if (platform === 'tiktok') return { path: 'tiktok/get-post-detail/v1', query: { postId: id } };
  return { path: `${shortVideoPlatform(platform)}/get-video-detail/v2`, query: { videoId: id } };
}

function parseVideo(response: UpstreamResponse, input: VideoInput): FoundRecord | Absent | AttemptFailure {
  const opened = openJustone(response, input.wantsRaw);
  if (opened === NOTHING) return absent();
  if ('kind' in opened) return opened;
  return readShortVideo(response, shortVideoPlatform(input.platform), opened.inner, input.id);
}

const UNKNOWABLE = failed('refused', 'JustOneAPI does not know authors by this kind of name');

/** Authors are found by the long id, and on TikTok also by the handle. */
function isKnowable({ platform, author_id }: AuthorInput): boolean {
  if (author_id !== undefined)
    return listId(shortVideoPlatform(platform), author_id) !== null || platform === 'kuaishou';
  return platform === 'tiktok';
}

function profileAsk({ platform, author_id, handle }: AuthorInput): JustoneAsk {
  const name = author_id ?? handle ?? '';
  if (platform === 'douyin') return { path: 'douyin/get-user-detail/v3', query: { secUid: name } };
  if (platform === 'tiktok')
    return {
      path: 'tiktok/get-user-detail/v1',
      query: author_id === undefined ? { uniqueId: name } : { secUid: name },
    };
  return { path: 'kuaishou/get-user-detail/v1', query: { userId: name } };
}

type Profile = FoundRecord<ParsedAuthor> | Absent | AttemptFailure;

function parseProfile(response: UpstreamResponse, input: AuthorInput): Profile {
  const opened = openJustone(response, input.wantsRaw);
  if (!isKnowable(input)) return UNKNOWABLE;
  if (opened === NOTHING) return absent();
  return 'kind' in opened ? opened : readAuthorProfile(shortVideoPlatform(input.platform), opened.inner);
}

/** The long id, if it is known: from the caller, or from the profile that was fetched first. */
function idOf(input: AuthorVideosInput): string | null {
  return authorStand(input).authorId ?? input.author_id ?? null;
}

function postsAsk(input: AuthorVideosInput): JustoneAsk {
  const authorId = idOf(input);
  if (authorId === null) return profileAsk(input);
  const { cursor } = authorStand(input);
  // The first page has no cursor. An empty cursor is never sent for a later page.
  const at = (name: string) => (cursor === null ? {} : { [name]: cursor });
  if (input.platform === 'douyin')
    // Version 3 was seen to omit the newest videos.
    return {
      path: 'douyin/get-user-video-list/v1',
      query: { secUid: authorId, ...at('maxCursor'), sortType: 'LATEST' },
    };
  if (input.platform === 'tiktok')
    return { path: 'tiktok/get-user-post/v1', query: { secUid: authorId, ...at('cursor'), sort: 'LATEST' } };
  return { path: 'kuaishou/get-user-video-list/v2', query: { userId: authorId, ...at('pcursor') } };
}

function parseAuthorVideos(
  response: UpstreamResponse,
  input: AuthorVideosInput,
  provider: Provider,
): Parsed<Page | Absent> {
  const authorId = idOf(input);
  if (authorId !== null && isKnowable({ ...input, author_id: authorId })) {
    const of = { ...input, author_id: authorId };
    return provedEmpty(postsPage(response, input, authorId), input, {
      request: justoneRequest(provider, profileAsk(of)),
      read: (answer) => parseProfile(answer, of),
    });
  }
  const profile = parseProfile(response, input);
  if (profile.kind !== 'record') return profile;
  const of = { ...input, author_id: profile.record.id };
  return {
    kind: 'follow_up',
    request: justoneRequest(provider, postsAsk(of)),
    parse(answer) {
      if (answer.kind !== 'response') return answer;
      const page = postsPage(answer, of, of.author_id);
      return page.kind === 'page' ? { ...page, body: answer.body } : page;
    },
  };
}

function postsPage(
  response: UpstreamResponse,
  input: AuthorVideosInput,
  authorId: string,
): Page | AttemptFailure {
  const opened = openJustone(response, input.wantsRaw);
  if (opened === NOTHING) return nothing();
  if ('kind' in opened) return opened;
  return readAuthorVideos(shortVideoPlatform(input.platform), opened.inner, input, authorId);
}

const nothing = <Record extends ParsedRecord>(): Page<Record> => ({
  kind: 'page',
  items: [],
  cursor: null,
  end: 'exhausted',
  total: null,
});

function commentsAsk(input: CommentsInput): JustoneAsk {
  const cursor = commentsCursor(input);
  if (input.platform === 'douyin')
    return { path: 'douyin/get-video-comment/v1', query: { awemeId: input.id, page: cursor ?? '1' } };
  if (input.platform === 'tiktok')
    return { path: 'tiktok/get-post-comment/v1', query: { awemeId: input.id, cursor: cursor ?? '0' } };
  const query = { videoId: input.id, ...(cursor !== null && { pcursor: cursor }) };
  return { path: 'kuaishou/get-video-comment/v1', query };
}

function repliesAsk(input: RepliesInput): JustoneAsk {
  const { id, comment_id: commentId } = input;
  const cursor = commentsCursor(input);
  if (input.platform === 'douyin')
    return { path: 'douyin/get-video-sub-comment/v1', query: { commentId, page: cursor ?? '1' } };
  return { path: 'tiktok/get-post-sub-comment/v1', query: { awemeId: id, commentId, cursor: cursor ?? '0' } };
}

function parseComments(
  response: UpstreamResponse,
  input: CommentsInput | RepliesInput,
  provider: Provider,
): Parsed<Page<ParsedComment> | Absent> {
  const opened = openJustone(response, input.wantsRaw);
  if (opened !== NOTHING && 'kind' in opened) return opened;
  const page = opened === NOTHING ? nothing<ParsedComment>() : commentsPage(opened.inner, input);
  return provedEmpty(page, input, {
    request: justoneRequest(provider, videoAsk(input)),
    read: (answer) => parseVideo(answer, input),
    isDisabled: isCommentless,
    ...('comment_id' in input && { what: 'video' as const }),
  });
}

/** JustOneAPI numbers the pages of Douyin's comments. */
function commentsPage(data: unknown, input: CommentsInput | RepliesInput) {
  const isNumbered = input.platform === 'douyin';
  return readShortVideoComments(shortVideoPlatform(input.platform), data, input, { isNumbered });
}
