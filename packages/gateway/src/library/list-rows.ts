// The port of the lists: the rows of an author, of their videos and of comments, in the order of the list.

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

export interface ListRows {
  /** The author's key in the newest record with this handle. */
  authorByHandle(handle: string): Promise<string | null>;
  /** The newest record of an author. */
  newestOf(author: string): Promise<string | null>;
  countVideos(author: string): Promise<number>;
  /** Rows strictly after the place. */
  videos(author: string, order: VideoOrder, after: ListPlace, limit: number): Promise<ListRow[]>;
  seqOf(video: string): Promise<number | null>;
  hasComments(seq: number): Promise<boolean>;
  /** The top comment of a comment's thread; null when there is no such comment. */
  rootOf(seq: number, comment: string): Promise<string | null>;
  countComments(of: Thread): Promise<number>;
  /** Rows strictly after the place. */
  comments(of: Thread, order: CommentOrder, after: ListPlace, limit: number): Promise<ListRow[]>;
}
