// Made by `npm run openapi` from openapi.json; do not edit.
import type {
  AuthorAnswer,
  AuthorVideosPage,
  Comment,
  CommentsPage,
  GetAuthorQuery,
  GetTranscriptQuery,
  GetVideoQuery,
  ListAuthorVideosQuery,
  ListCommentsQuery,
  ListRepliesQuery,
  NativeAuthorAnswer,
  NativeAuthorVideosPage,
  NativeCommentsPage,
  NativePage,
  NativeRepliesPage,
  NativeTranscriptAnswer,
  NativeVideoAnswer,
  RepliesPage,
  SearchPage,
  SearchVideosQuery,
  TranscriptAnswer,
  Video,
  VideoAnswer,
  VideosAnswer,
} from './api-types.ts';
import { DataCalls } from './data-calls.ts';
import type {
  List,
  Lookup,
  LookupInFormats,
  LookupOfSeveral,
  Resume,
} from './data-calls.ts';

/** The actions of the data routes, as their paths name them. */
export type DryRunAction =
  | 'search_video'
  | 'get_video'
  | 'list_author_videos'
  | 'list_comments'
  | 'list_replies'
  | 'get_author'
  | 'get_transcript';

interface VideosMethods {
  search: List<SearchVideosQuery, SearchPage, NativePage, Video>;
  get: LookupOfSeveral<GetVideoQuery, VideosAnswer, VideoAnswer, NativeVideoAnswer>;
  /** Continues a walk from its checkpoint. Throws INVALID_OPTION for any other text. */
  resume: Resume<SearchPage, Video>;
}

interface AuthorsMethods {
  videos: List<ListAuthorVideosQuery, AuthorVideosPage, NativeAuthorVideosPage, Video>;
  get: Lookup<GetAuthorQuery, AuthorAnswer, NativeAuthorAnswer>;
  /** Continues a walk from its checkpoint. Throws INVALID_OPTION for any other text. */
  resume: Resume<AuthorVideosPage, Video>;
}

interface CommentsMethods {
  list: List<ListCommentsQuery, CommentsPage, NativeCommentsPage, Comment>;
  replies: List<ListRepliesQuery, RepliesPage, NativeRepliesPage, Comment>;
  /** Continues a walk from its checkpoint. Throws INVALID_OPTION for any other text. */
  resume: Resume<CommentsPage | RepliesPage, Comment>;
}

interface TranscriptsMethods {
  get: LookupInFormats<GetTranscriptQuery, TranscriptAnswer, NativeTranscriptAnswer>;
}

export class DataMethods extends DataCalls {
  readonly videos = this.methods<VideosMethods>('videos', { search: 'search_video' }, { get: 'get_video' });
  readonly authors = this.methods<AuthorsMethods>('authors', { videos: 'list_author_videos' }, { get: 'get_author' });
  readonly comments = this.methods<CommentsMethods>('comments', { list: 'list_comments', replies: 'list_replies' });
  readonly transcripts = this.methods<TranscriptsMethods>('transcripts', {}, { get: 'get_transcript' });
}
