// Owns the port of the lists: the rows that an author, their videos and comments are made of, in the order in which a list has them.

/** The last item delivered: the value that the list is ordered by, and the place among equals. */
export type ListPlace = readonly [value: number, place: number];

export interface ListRow {
  body: string;
  value: number;
  place: number;
}

export interface Thread {
  /** The number of the video. */
  seq: number;
  /** The comment at the top; empty for those at the top themselves. */
  root: string;
}

export type VideoOrder = 'newest' | 'views';
export type CommentOrder = 'newest' | 'top' | 'oldest';

export interface ListRows {
  /** What the newest record with this handle names its author by. */
  authorByHandle(handle: string): Promise<string | null>;
  /** The newest record of an author. */
  newestOf(author: string): Promise<string | null>;
  countVideos(author: string): Promise<number>;
  /** Strictly after the place. */
  videos(author: string, order: VideoOrder, after: ListPlace, limit: number): Promise<ListRow[]>;
  seqOf(video: string): Promise<number | null>;
  hasComments(seq: number): Promise<boolean>;
  /** The top of a comment's thread; null when there is no such comment. */
  rootOf(seq: number, comment: string): Promise<string | null>;
  countComments(of: Thread): Promise<number>;
  /** Strictly after the place. */
  comments(of: Thread, order: CommentOrder, after: ListPlace, limit: number): Promise<ListRow[]>;
}
