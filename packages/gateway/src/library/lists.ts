// Lists of the library other than searches: an author's videos, and the comments on a video. A page starts strictly after the last item of
// the page before, so a walk never repeats an item and misses none that existed when it began.
import type { CommentOrder, ListPlace, ListRow, ListRows, Thread } from './list-rows.ts';
import { plainHandle } from './record.ts';

export interface ListPage {
  total: number;
  /** Where the next page begins; null when nothing follows. */
  next: string | null;
  /** Texts as stored. */
  bodies: string[];
}

export interface AuthorAsked {
  id: string | null;
  handle: string | null;
}

export interface ListAsked {
  sort: string | null;
  count: number;
  cursor: string | null;
}

const CURSOR = /^(-?\d{1,16})\.(\d{1,16})$/;
const ABOVE_ALL: ListPlace = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
const BELOW_ALL: ListPlace = [Number.MAX_SAFE_INTEGER, -1];

/** null for a text that is not a cursor. */
export function parseListPlace(cursor: string): ListPlace | null {
  const parts = CURSOR.exec(cursor);
  return parts === null ? null : [Number(parts[1]), Number(parts[2])];
}

export class Lists {
  private readonly rows: ListRows;

  constructor(rows: ListRows) {
    this.rows = rows;
  }

  /** The newest record of this author, and the number of records; null when there is none. */
  async author(asked: AuthorAsked): Promise<{ key: string; body: string; videos: number } | null> {
    const key = await this.keyOf(asked);
    const body = key === null ? null : await this.rows.newestOf(key);
    if (key === null || body === null) return null;
    return { key, body, videos: await this.rows.countVideos(key) };
  }

  async authorVideos(asked: AuthorAsked, list: ListAsked): Promise<ListPage | null> {
    const key = await this.keyOf(asked);
    if (key === null) return null;
    const order = list.sort === 'views' ? 'views' : 'newest';
    const rows = await this.rows.videos(key, order, placeOf(list, ABOVE_ALL), list.count + 1);
    return pageOf(rows, list.count, await this.rows.countVideos(key));
  }

  /** null when there is no such video; 'unsaved' when no comments were saved. */
  async comments(video: string, list: ListAsked): Promise<ListPage | null | 'unsaved'> {
    const seq = await this.rows.seqOf(video);
    if (seq === null) return null;
    if (!(await this.rows.hasComments(seq))) return 'unsaved';
    return this.commentPage({ seq, root: '' }, list.sort === 'newest' ? 'newest' : 'top', list);
  }

  /** Which of video and comment is missing, when there is no such list. Replies to a reply are in the list of the top comment. */
  async repliesTo(
    video: string,
    comment: string,
    list: ListAsked,
  ): Promise<ListPage | 'no video' | 'no comment'> {
    const seq = await this.rows.seqOf(video);
    if (seq === null) return 'no video';
    if ((await this.rows.rootOf(seq, comment)) !== '') return 'no comment';
    return this.commentPage({ seq, root: comment }, 'oldest', list);
  }

  private async commentPage(of: Thread, order: CommentOrder, list: ListAsked): Promise<ListPage> {
    const rows = await this.rows.comments(of, order, placeOf(list, BELOW_ALL), list.count + 1);
    return pageOf(rows, list.count, await this.rows.countComments(of));
  }

  private async keyOf({ id, handle }: AuthorAsked): Promise<string | null> {
    if (id !== null && id !== '' && (await this.rows.newestOf(id)) !== null) return id;
    const name = plainHandle(handle ?? id ?? '');
    return name === '' ? null : this.rows.authorByHandle(name);
  }
}

/** The cursor was checked before. */
function placeOf({ cursor }: ListAsked, first: ListPlace): ListPlace {
  return (cursor === null ? null : parseListPlace(cursor)) ?? first;
}

/** One row more than requested shows whether more follow. */
function pageOf(rows: readonly ListRow[], count: number, total: number): ListPage {
  const page = rows.slice(0, count);
  const last = page.at(-1);
  const next = rows.length > count && last !== undefined ? `${last.value}.${last.place}` : null;
  return { total, next, bodies: page.map(({ body }) => body) };
}
