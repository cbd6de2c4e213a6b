// Lists of the library other than searches: an author's videos, playlists, popular videos, and the comments on a video. A page starts strictly after the last item of
// the page before, so a walk never repeats an item and misses none that existed when it began.
import { TOTAL_MAX } from '../limits.ts';
import { type LibraryRecord, type PlaylistPlace, plainHandle } from '../record.ts';
import { RANKS_PER_SECOND } from '../searching/rank.ts';
import type { AuthorRow, CommentOrder, ListPlace, ListRow, ListRows, Thread } from './list-rows.ts';

export interface ListPage {
  total: number;
  /** Where the next page begins; null when nothing follows. */
  next: string | null;
  /** Texts as stored. */
  bodies: string[];
}

interface PlaylistPage extends ListPage {
  /** Of each text. */
  positions: number[];
  /** Places on this page of which the library has no video. */
  unavailable: number;
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
const BEFORE_ALL: ListPlace = [0, 0];
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

  /** What the latest record says about this playlist, and the number of its records; null when there is none. */
  async playlist(id: string): Promise<{ place: PlaylistPlace; videos: number } | null> {
    const body = id === '' ? null : await this.rows.latestOf(id);
    if (body === null) return null;
    const { playlists = [] } = JSON.parse(body) as LibraryRecord;
    const place = playlists.find((one) => one.id === id);
    return place === undefined ? null : { place, videos: await this.rows.countPlaces(id) };
  }

  async playlistVideos(id: string, list: ListAsked): Promise<PlaylistPage | null> {
    const found = await this.playlist(id);
    if (found === null) return null;
    const after = placeOf(list, BEFORE_ALL);
    const rows = await this.rows.places(id, after, list.count + 1);
    const page = pageOf(rows, list.count, found.videos);
    const positions = rows.slice(0, list.count).map(({ value }) => value);
    const last = positions.at(-1) ?? after[0];
    // After the last video, the rest of the playlist is missing as well.
    const till = page.next === null ? Math.max(last, found.place.video_count ?? 0) : last;
    return { ...page, positions, unavailable: Math.max(0, till - after[0] - positions.length) };
  }

  /** The most viewed first, of those published at this second or later. */
  async popular(sinceSecond: number, list: ListAsked): Promise<ListPage & { isCapped: boolean }> {
    const rankMin = sinceSecond * RANKS_PER_SECOND;
    const rows = await this.rows.popular(rankMin, placeOf(list, ABOVE_ALL), list.count + 1);
    const total = await this.rows.countPopular(rankMin, TOTAL_MAX + 1);
    return { ...pageOf(rows, list.count, Math.min(total, TOTAL_MAX)), isCapped: total > TOTAL_MAX };
  }

  countVideos(author: string): Promise<number> {
    return this.rows.countVideos(author);
  }

  authorsAfter(author: string, limit: number): Promise<AuthorRow[]> {
    return this.rows.authorsAfter(author, limit);
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
