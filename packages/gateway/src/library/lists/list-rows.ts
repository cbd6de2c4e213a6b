// The port of the lists: the rows of authors, of their videos, of playlists, of popular videos and of comments, in the order of the list.

/** The place of the last item delivered: the value that the list is sorted by, and the position among equal values. */
export type ListPlace = readonly [value: number, place: number];

export interface ListRow {
  body: string;
  value: number;
  place: number;
}

export interface Thread {
  /** The number of the video. */
  seq: number;
  /** The id of the top comment; empty for the top comments of the video. */
  root: string;
}

export type VideoOrder = 'newest' | 'views';
export type CommentOrder = 'newest' | 'top' | 'oldest';

/** An author as the newest record shows them, as JSON text. */
export interface AuthorRow {
  author: string;
  about: string;
}

export interface ListRows {
  /** The author's key in the newest record with this handle. */
  authorByHandle(handle: string): Promise<string | null>;
  /** The newest record of an author. */
  newestOf(author: string): Promise<string | null>;
  countVideos(author: string): Promise<number>;
  /** Rows strictly after the place. */
  videos(author: string, order: VideoOrder, after: ListPlace, limit: number): Promise<ListRow[]>;
  /** Authors with a key above this one, by key. */
  authorsAfter(author: string, limit: number): Promise<AuthorRow[]>;
  /** The record of the playlist that arrived last: its words about the playlist are the latest. */
  latestOf(playlist: string): Promise<string | null>;
  countPlaces(playlist: string): Promise<number>;
  /** By position in the playlist. Rows strictly after the place. */
  places(playlist: string, after: ListPlace, limit: number): Promise<ListRow[]>;
  /** Records with views, the most viewed first; of those with at least this rank. Rows strictly after the place. */
  popular(rankMin: number, after: ListPlace, limit: number): Promise<ListRow[]>;
  /** Counts no further than `most`. */
  countPopular(rankMin: number, most: number): Promise<number>;
  seqOf(video: string): Promise<number | null>;
  hasComments(seq: number): Promise<boolean>;
  /** The top comment of a comment's thread; null when there is no such comment. */
  rootOf(seq: number, comment: string): Promise<string | null>;
  countComments(of: Thread): Promise<number>;
  /** Rows strictly after the place. */
  comments(of: Thread, order: CommentOrder, after: ListPlace, limit: number): Promise<ListRow[]>;
}
