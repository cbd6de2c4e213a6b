// What the simulated short-video platforms have besides their search: one author with all the videos, and one video with all the comments,
// which exists whatever `total` is. Each seller wraps them in its own way.

import type { SimulatedAnswer, SimulatedThing, Simulation } from '../../testing/platforms/simulation.ts';
import { awemeId, awemeItem, kuaishouId, kuaishouItem, range } from './short-video.simulation.ts';

const PAGE_SIZE = 20;
/** A number beyond every walk. */
const COMMENTED = 5_000;

const LONG_ID = 'MS4wLjABmaker';
const NUMBER = '1007';
const HANDLE = 'maker';
const ANSWERED = '77';

const awemeCommentId = (n: number): string => String(7_400_000_000_000_000_001n + BigInt(n));
const kuaishouCommentId = (n: number): string => String(600_000_000_001 + n);

/** The page that begins at `from`. */
function page(from: number, total: number): { places: number[]; till: number; hasMore: 0 | 1 } {
  const till = Math.min(from + PAGE_SIZE, total);
  return { places: range(from, till), till, hasMore: till < total ? 1 : 0 };
}

/** Every page of an author also has this video: on one platform for friends only, on the other taken down. No walk may deliver it. */
const WITHHELD = 9_000;
const privateAweme = (n: number): string =>
  awemeItem(WITHHELD + n).replace(
    /}$/,
    ',"status":{"is_delete":false,"is_private":false,"private_status":2}}',
  );
const withdrawnPhoto = (n: number): string => kuaishouItem(WITHHELD + n).replace(/}$/, ',"photo_status":3}');

export function awemePosts(author: string | null, cursor: string | null, total: number): string {
  const { places, till, hasMore } = page(Number(cursor ?? 0), author === LONG_ID ? total : 0);
  const items = [...places.map(awemeItem), ...(places.length > 0 ? [privateAweme(till)] : [])];
  return `{"status_code":0,"max_cursor":${till},"has_more":${hasMore},"aweme_list":[${items}]}`;
}

const authorId = (n: number): string => `MS4wLjABauthor${n}`;
const kuaishouAuthorId = (n: number): string => String(2_000_000_000_000_000_001n + BigInt(n));

/** A user of Douyin or TikTok that a search finds. */
export function awemeUser(n: number): string {
  return `{"user_info":{"uid":"${n}","sec_uid":"${authorId(n)}","unique_id":"author${n}","nickname":"Author ${n}"}}`;
}

export function kuaishouUser(n: number): string {
  return `{"user_id":${kuaishouAuthorId(n)},"user_name":"Author ${n}","fansCount":"1.${n % 9}w"}`;
}

/** The users of a page that begins at `from`, in the form of the app. */
export function awemeUsers(from: number, total: number): string {
  const { places, till, hasMore } = page(from, total);
  return `{"status_code":0,"cursor":${till},"has_more":${hasMore},"user_list":[${places.map(awemeUser)}]}`;
}

/** The users of a numbered page, from 1. */
export function numberedUsers(number: string | null, total: number): number[] {
  return page((Number(number ?? 1) - 1) * PAGE_SIZE, total).places;
}

const MIX = '7302011174286002217';

/** A mix of all videos. Every page of it also has one that is not public. */
export function awemeMixPosts(mix: string | null, cursor: string | null, total: number): string {
  const { places, till, hasMore } = page(Number(cursor ?? 0), mix === MIX ? total : 0);
  const items = [...places.map(awemeItem), ...(places.length > 0 ? [privateAweme(till)] : [])];
  return `{"status_code":0,"cursor":${till},"has_more":${hasMore},"aweme_list":[${items}]}`;
}

export function awemeMix(mix: string | null): string {
  const known = { mix_id: MIX, mix_name: 'All videos', statis: { updated_to_episode: 3 } };
  return JSON.stringify({ status_code: 0, mix_info: mix === MIX ? known : null });
}

/** The videos beside the one with comments, which comes among them: by page numbers. */
export function awemeRelated(video: string | null, number: string | null, total: number): string {
  const isThere = video === awemeId(COMMENTED);
  const { places, hasMore } = page((Number(number ?? 1) - 1) * PAGE_SIZE, isThere ? total : 0);
  const items = [...places, ...(places.length > 0 ? [COMMENTED] : [])].map(awemeItem);
  return `{"status_code":0,"has_more":${hasMore},"aweme_list":[${items}]}`;
}

const RANKING_SIZE = 10;

/** The popular videos of TikTok, by page numbers. */
export function tiktokRanking(number: string | null, total: number): string {
  const from = (Number(number ?? 1) - 1) * RANKING_SIZE;
  const till = Math.min(from + RANKING_SIZE, total);
  const videos = range(from, till).map((n) => ({
    item_id: awemeId(n),
    title: `video ${n} #cat`,
    duration: 15,
    item_url: `https://www.tiktok.com/@maker/video/${awemeId(n)}`,
  }));
  const pagination = { has_more: till < total, limit: RANKING_SIZE, total_count: total };
  return JSON.stringify({ code: 0, msg: 'OK', data: { pagination, videos } });
}

export function awemeProfile(names: URLSearchParams): string {
  const isMaker = [...names.values()].some((name) => [LONG_ID, NUMBER, HANDLE].includes(name));
  const user = { uid: NUMBER, sec_uid: LONG_ID, unique_id: HANDLE, nickname: 'Maker', follower_count: 3 };
  return JSON.stringify({ status_code: 0, user: isMaker ? user : null });
}

/** `root` is null for the comments on the video itself. */
export function awemeComments(
  asked: { video: string | null; root?: string | null; from: number },
  total: number,
): string {
  const isThere = asked.video === awemeId(COMMENTED) && (asked.root ?? ANSWERED) === ANSWERED;
  const { places, till, hasMore } = page(asked.from, isThere ? total : 0);
  const comments = places.map((n) => ({
    cid: awemeCommentId(n),
    text: `Comment ${n}`,
    create_time: 1_704_500_000,
  }));
  return JSON.stringify({ status_code: 0, comments, cursor: till, has_more: hasMore, total });
}

/** This video exists even when there are no others. */
export const commentedAweme = (id: string | null): string | null =>
  id === awemeId(COMMENTED) ? `{"status_code":0,"aweme_detail":${awemeItem(COMMENTED)}}` : null;

const CAPTION_PATH = '/captions/';
const CAPTIONS: Record<string, string> = { en: 'Look at this cat.', de: 'Sieh diese Katze.' };

/** The video with comments, with captions in two languages; their files are on the same host. null for another video. */
export function captionedAweme(id: string | null, origin: string): string | null {
  const captions = Object.keys(CAPTIONS).map((language) => ({
    caption_format: 'webvtt',
    language_code: language,
    is_auto_generated: true,
    is_original_caption: language === 'en',
    url: `${origin}${CAPTION_PATH}${language}`,
  }));
  const listed = `"video":{"cla_info":{"caption_infos":${JSON.stringify(captions)}},`;
  return commentedAweme(id)?.replace('"video":{', listed) ?? null;
}

/** The file of a caption; null for another path. */
export function captionFile(pathname: string): SimulatedAnswer | null {
  const words = pathname.startsWith(CAPTION_PATH) ? CAPTIONS[pathname.slice(CAPTION_PATH.length)] : undefined;
  if (words === undefined) return null;
  const body = `WEBVTT\n\n00:00:00.060 --> 00:00:01.500\n${words}\n`;
  return { status: 200, headers: { 'content-type': 'text/vtt' }, body };
}

/** The transcript of that video, in the second wished language. */
export const TIKTOK_TRANSCRIPT: SimulatedThing = {
  ask: { id: awemeId(COMMENTED), language: 'fr,de' },
  id: awemeId(COMMENTED),
  absent: { id: '1' },
};

/** In scientific notation, as it was seen: a connector that converts it to a number loses the place. */
const kuaishouCursor = (from: number): string => `${from}.0E0`;

function fromOf(pcursor: string | null): number {
  if (pcursor === null || pcursor === '') return 0;
  return pcursor.endsWith('.0E0') ? Number(pcursor) : Number.NaN;
}

export function kuaishouPosts(author: string | null, pcursor: string | null, total: number): string {
  const { places, till, hasMore } = page(fromOf(pcursor), author === NUMBER ? total : 0);
  const next = hasMore === 1 ? kuaishouCursor(till) : 'no_more';
  const items = [...places.map(kuaishouItem), ...(places.length > 0 ? [withdrawnPhoto(till)] : [])];
  return `{"result":1,"pcursor":"${next}","feeds":[${items}]}`;
}

export function kuaishouProfile(author: string | null): string {
  const profile = { user_id: Number(NUMBER), user_name: 'Maker', eid: '3xmaker' };
  const isMaker = author === NUMBER || author === '3xmaker';
  return JSON.stringify({ result: 1, userProfile: isMaker ? { profile, ownerCount: { fan: 3 } } : null });
}

export function kuaishouComments(
  asked: { photo: string | null; root?: string | null; pcursor: string | null },
  total: number,
): string {
  const isThere = asked.photo === kuaishouId(COMMENTED) && (asked.root ?? ANSWERED) === ANSWERED;
  const { places, till, hasMore } = page(fromOf(asked.pcursor), isThere ? total : 0);
  const list = places.map((n) => ({ comment_id: kuaishouCommentId(n), content: `Comment ${n}` }));
  const name = asked.root === undefined ? 'rootCommentsV2' : 'subCommentsV2';
  return JSON.stringify({
    result: 1,
    pcursorV2: hasMore === 1 ? kuaishouCursor(till) : 'no_more',
    [name]: list,
  });
}

export const commentedPhoto = (id: string | null): string | null =>
  id === kuaishouId(COMMENTED) ? `{"result":1,"photos":[${kuaishouItem(COMMENTED)}]}` : null;

/** A search of authors on Douyin and TikTok. */
const awemeAuthors = {
  ask: { keyword: 'author' },
  reachable: (total: number) => total,
  lastEnd: () => 'exhausted' as const,
  idOf: authorId,
};
/** On Kuaishou only an empty page ends it. */
const kuaishouAuthors = { ...awemeAuthors, lastEnd: () => 'unknown' as const, idOf: kuaishouAuthorId };

const whole = { reachable: (total: number) => total, lastEnd: () => 'exhausted' as const };

/** What only TikHub has of Douyin. */
export const DOUYIN_MORE: Required<Pick<Simulation, 'lists' | 'things'>> = {
  lists: {
    'video.related': { ...whole, ask: { id: awemeId(COMMENTED) }, absent: { id: '1' }, idOf: awemeId },
    'playlist.videos': {
      ...whole,
      ask: { playlist_id: MIX },
      absent: { playlist_id: '1' },
      idOf: awemeId,
      unavailable: (total) => Math.ceil(total / PAGE_SIZE),
    },
  },
  things: { 'playlist.get': { ask: { playlist_id: MIX }, id: MIX, absent: { playlist_id: '1' } } },
};

/** What only TikHub has of TikTok. */
export const TIKTOK_POPULAR = { ...whole, ask: { region: 'US', period: 'week' }, idOf: awemeId };

/** `alias` has the names that this seller can look up. */
export function awemeLists(alias: Record<string, string>): Required<Pick<Simulation, 'lists' | 'things'>> {
  const of = { ...whole, idOf: awemeCommentId };
  const id = awemeId(COMMENTED);
  return {
    lists: {
      'author.videos': {
        ...whole,
        ask: { author_id: LONG_ID },
        alias,
        absent: { author_id: 'MS4wLjABnobody' },
        idOf: awemeId,
      },
      'video.comments': { ...of, ask: { id }, absent: { id: '1' } },
      'comment.replies': {
        ...of,
        ask: { id, comment_id: ANSWERED },
        absent: { id: '1', comment_id: ANSWERED },
      },
      'author.search': awemeAuthors,
    },
    things: {
      'author.get': {
        ask: { author_id: LONG_ID },
        alias,
        id: LONG_ID,
        absent: { author_id: 'MS4wLjABnobody' },
      },
    },
  };
}

export function kuaishouLists(): Required<Pick<Simulation, 'lists' | 'things'>> {
  const of = { ...whole, idOf: kuaishouCommentId };
  const id = kuaishouId(COMMENTED);
  return {
    lists: {
      'author.videos': { ...whole, ask: { author_id: NUMBER }, absent: { author_id: '8' }, idOf: kuaishouId },
      'video.comments': { ...of, ask: { id }, absent: { id: '1' } },
      'comment.replies': {
        ...of,
        ask: { id, comment_id: ANSWERED },
        absent: { id: '1', comment_id: ANSWERED },
      },
      'author.search': kuaishouAuthors,
    },
    things: { 'author.get': { ask: { author_id: NUMBER }, id: NUMBER, absent: { author_id: '8' } } },
  };
}
