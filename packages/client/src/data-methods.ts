// Made by `npm run openapi` from openapi.json; do not edit.
import type {
  AuthorAnswer,
  AuthorProfile,
  AuthorSearchPage,
  AuthorVideosPage,
  Comment,
  CommentsPage,
  GetAuthorQuery,
  GetPlaylistQuery,
  GetTranscriptQuery,
  GetVideoQuery,
  ListAuthorVideosQuery,
  ListCommentsQuery,
  ListPlaylistVideosQuery,
  ListPopularVideosQuery,
  ListRelatedVideosQuery,
  ListRepliesQuery,
  NativeAuthorAnswer,
  NativeAuthorSearchPage,
  NativeAuthorVideosPage,
  NativeCommentsPage,
  NativePage,
  NativePlaylistAnswer,
  NativePlaylistVideosPage,
  NativePopularPage,
  NativeRelatedPage,
  NativeRepliesPage,
  NativeTranscriptAnswer,
  NativeVideoAnswer,
  PlaylistAnswer,
  PlaylistVideosPage,
  PopularPage,
  RelatedPage,
  RepliesPage,
  SearchAuthorsQuery,
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
  | 'search_author'
  | 'list_popular_videos'
  | 'list_related_videos'
  | 'get_playlist'
  | 'list_playlist_videos'
  | 'get_transcript';

interface VideosMethods {
  search: List<SearchVideosQuery, SearchPage, NativePage, Video>;
  get: LookupOfSeveral<GetVideoQuery, VideosAnswer, VideoAnswer, NativeVideoAnswer>;
  popular: List<ListPopularVideosQuery, PopularPage, NativePopularPage, Video>;
  related: List<ListRelatedVideosQuery, RelatedPage, NativeRelatedPage, Video>;
  /** Continues a walk from its checkpoint. Throws INVALID_OPTION for any other text. */
  resume: Resume<SearchPage | PopularPage | RelatedPage, Video>;
}

interface AuthorsMethods {
  videos: List<ListAuthorVideosQuery, AuthorVideosPage, NativeAuthorVideosPage, Video>;
  get: Lookup<GetAuthorQuery, AuthorAnswer, NativeAuthorAnswer>;
  search: List<SearchAuthorsQuery, AuthorSearchPage, NativeAuthorSearchPage, AuthorProfile>;
  /** Continues a walk from its checkpoint. Throws INVALID_OPTION for any other text. */
  resume: Resume<AuthorVideosPage | AuthorSearchPage, Video | AuthorProfile>;
}

interface CommentsMethods {
  list: List<ListCommentsQuery, CommentsPage, NativeCommentsPage, Comment>;
  replies: List<ListRepliesQuery, RepliesPage, NativeRepliesPage, Comment>;
  /** Continues a walk from its checkpoint. Throws INVALID_OPTION for any other text. */
  resume: Resume<CommentsPage | RepliesPage, Comment>;
}

interface PlaylistsMethods {
  get: Lookup<GetPlaylistQuery, PlaylistAnswer, NativePlaylistAnswer>;
  videos: List<ListPlaylistVideosQuery, PlaylistVideosPage, NativePlaylistVideosPage, Video>;
  /** Continues a walk from its checkpoint. Throws INVALID_OPTION for any other text. */
  resume: Resume<PlaylistVideosPage, Video>;
}

interface TranscriptsMethods {
  get: LookupInFormats<GetTranscriptQuery, TranscriptAnswer, NativeTranscriptAnswer>;
}

export class DataMethods extends DataCalls {
  readonly videos = this.methods<VideosMethods>('videos', { search: 'search_video', popular: 'list_popular_videos', related: 'list_related_videos' }, { get: 'get_video' });
  readonly authors = this.methods<AuthorsMethods>('authors', { videos: 'list_author_videos', search: 'search_author' }, { get: 'get_author' });
  readonly comments = this.methods<CommentsMethods>('comments', { list: 'list_comments', replies: 'list_replies' });
  readonly playlists = this.methods<PlaylistsMethods>('playlists', { videos: 'list_playlist_videos' }, { get: 'get_playlist' });
  readonly transcripts = this.methods<TranscriptsMethods>('transcripts', {}, { get: 'get_transcript' });
}
