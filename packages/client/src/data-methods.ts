// Made by `npm run openapi` from openapi.json; do not edit.
import type {
  AuthorAnswer,
  AuthorVideosPage,
  Comment,
  CommentsPage,
  GetAuthorQuery,
  GetVideoQuery,
  ListAuthorVideosQuery,
  ListCommentsQuery,
  ListRepliesQuery,
  NativeAuthorAnswer,
  NativeAuthorVideosPage,
  NativeCommentsPage,
  NativePage,
  NativeRepliesPage,
  NativeVideoAnswer,
  RepliesPage,
  SearchPage,
  SearchVideosQuery,
  Video,
  VideoAnswer,
  VideosAnswer,
} from './api-types.ts';
import { DataCalls } from './data-calls.ts';
import type {
  List,
  Lookup,
  LookupOfSeveral,
} from './data-calls.ts';

/** Of the data routes, as their paths name them; a stable call unless told. */
export type DryRunAction =
  | 'search_video'
  | 'get_video'
  | 'list_author_videos'
  | 'list_comments'
  | 'list_replies'
  | 'get_author';

export class DataMethods extends DataCalls {
  readonly videos = {
    search: this.list<List<SearchVideosQuery, SearchPage, NativePage, Video>>('videos.search', 'search_video'),
    get: this.record<LookupOfSeveral<GetVideoQuery, VideosAnswer, VideoAnswer, NativeVideoAnswer>>('get_video'),
    /** Goes on with a walk from its checkpoint. */
    resume: this.resume<SearchPage, Video>('videos.search'),
  };

  readonly authors = {
    videos: this.list<List<ListAuthorVideosQuery, AuthorVideosPage, NativeAuthorVideosPage, Video>>('authors.videos', 'list_author_videos'),
    get: this.record<Lookup<GetAuthorQuery, AuthorAnswer, NativeAuthorAnswer>>('get_author'),
    /** Goes on with a walk from its checkpoint. */
    resume: this.resume<AuthorVideosPage, Video>('authors.videos'),
  };

  readonly comments = {
    list: this.list<List<ListCommentsQuery, CommentsPage, NativeCommentsPage, Comment>>('comments.list', 'list_comments'),
    replies: this.list<List<ListRepliesQuery, RepliesPage, NativeRepliesPage, Comment>>('comments.replies', 'list_replies'),
    /** Goes on with a walk from its checkpoint. */
    resume: this.resume<CommentsPage | RepliesPage, Comment>('comments.list', 'comments.replies'),
  };
}
