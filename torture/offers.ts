// What is sold in a round: routes, their prices in every version of the price list, how many items a question asks for, and what the
// platform has for it. Pure; used by the callers, the fake platform and the checker, but not by the gateway.
import { createHash } from 'node:crypto';
import {
  COLLECT_ID_MICROS,
  COLLECT_ITEM_MICROS,
  COLLECT_PAGE_MICROS,
  COLLECTED_IDS_PATH,
  COLLECTED_PATHS,
  catalogPath,
  WATCH_CHECK_MICROS,
  WATCH_ITEM_MICROS,
  WATCHED_PATH,
} from './gather-offers.ts';
import { isOverAll, type LegName, walkQuery } from './walk-offers.ts';

/** Platforms that are sold one by one. */
export const PLATFORMS = ['alpha', 'beta'] as const;
/** Platforms that are used only in walks over many platforms. */
const WALKED_PLATFORMS = ['gamma', 'delta'] as const;
/** alpha has several providers, so it can fail over and hedge; the others have one each. */
export const PROVIDERS: readonly { name: string; platform: LegName }[] = [
  { name: 'alpha1', platform: 'alpha' },
  { name: 'alpha2', platform: 'alpha' },
  { name: 'beta1', platform: 'beta' },
  { name: 'gamma1', platform: 'gamma' },
  { name: 'delta1', platform: 'delta' },
];

const pathsOf = (action: string): string[] =>
  PLATFORMS.map((platform) => `/api/u1/v1/${platform}/app/${action}`);

/** One price per call. */
export const PATHS: readonly string[] = ['u1', 'u2'].flatMap((group) =>
  PLATFORMS.flatMap((platform) =>
    ['search_video', 'search_video_v2'].map((action) => `/api/${group}/v1/${platform}/app/${action}`),
  ),
);
const WALKED_PATHS = WALKED_PLATFORMS.flatMap((platform) =>
  ['search_video', 'search_video_v2'].map((action) => `/api/u1/v1/${platform}/app/${action}`),
);
const WALKED_MICROS = 5;
/** Several videos by their ids: a price for each one found. */
export const VIDEO_PATHS: readonly string[] = pathsOf('get_video_v2');
/** A price for each comment, with a minimum for the page. */
export const COMMENT_PATHS: readonly string[] = pathsOf('list_comments_v2');
/** A price for each comment, but each account has some free calls per day, over both platforms together. */
export const GIFT_PATHS: readonly string[] = pathsOf('list_comments');
/** One price for the whole transcript of a video. */
export const TRANSCRIPT_PATHS: readonly string[] = pathsOf('get_transcript_v2');
export const GIFT_PATTERN = '/api/u1/v1/*/app/list_comments';
/** So few that most accounts use them up within a round. */
export const GIFTS_PER_DAY = 10;

const VIDEOS_MAX = 4;
const COMMENTS_ASKED = 3;
const COMMENTS_MAX = 4;
const COMMENTS_LEAST_MICROS = 7;
const TRANSCRIPT_MICROS = 11;
const CUES_MAX = 5;

/** Distinct powers of two, so that the difference of two balances identifies the route. Each publication shifts them by one. */
export function priceMicros(route: number, turn: number): number {
  return 2 ** (1 + ((route + turn) % PATHS.length));
}

/** Exact: micro-units are whole and small here. */
export function money(micros: number): string {
  const units = Math.floor(micros / 1_000_000);
  return `${units}.${String(micros % 1_000_000).padStart(6, '0')}`;
}

/** A row of the price list, as the configuration and the admin API take it. */
export interface Endpoint {
  path: string;
  unit_price: string;
  unit?: 'item';
  minimum?: string;
  free_per_day?: number;
}

/** The whole price list. Each version has different prices for every route. */
export function endpointsOf(turn: number): Endpoint[] {
  const item = (path: string, micros: number) =>
    ({ path, unit: 'item', unit_price: money(micros + turn) }) as const;
  return [
    ...PATHS.map((path, route) => ({ path, unit_price: money(priceMicros(route, turn)) })),
    ...WALKED_PATHS.map((path, i) => ({ path, unit_price: money(WALKED_MICROS + i + turn) })),
    ...VIDEO_PATHS.map((path) => ({ path, unit_price: money(3 + turn) })),
    ...TRANSCRIPT_PATHS.map((path, i) => ({ path, unit_price: money(TRANSCRIPT_MICROS + i + turn) })),
    ...COMMENT_PATHS.map((path) => ({ ...item(path, 2), minimum: money(COMMENTS_LEAST_MICROS) })),
    { ...item(GIFT_PATTERN, 4), free_per_day: GIFTS_PER_DAY },
    item(catalogPath(COLLECTED_PATHS.alpha, 'collect'), COLLECT_ITEM_MICROS),
    {
      path: catalogPath(COLLECTED_PATHS.beta, 'collect'),
      unit_price: money(COLLECT_PAGE_MICROS + turn),
    },
    item(catalogPath(COLLECTED_IDS_PATH, 'collect'), COLLECT_ID_MICROS),
    {
      ...item(catalogPath(WATCHED_PATH, 'watch'), WATCH_ITEM_MICROS),
      minimum: money(WATCH_CHECK_MICROS),
    },
  ];
}

/** The question as it stands in journals: a keyword, the ids of videos, or the id of the video whose comments are wanted. */
export function wordsOf(path: string, label: string): string {
  if (VIDEO_PATHS.includes(path)) {
    const digest = createHash('sha256').update(label).digest();
    return Array.from({ length: 1 + (digest[0]! % VIDEOS_MAX) }, (_, i) => videoId(label, i)).join(',');
  }
  if (!isOfOneVideo(path)) return label;
  const video = videoId(label, 0);
  return isHiddenLabel(label) ? hiddenOf(video) : video;
}

/** Comments, or the transcript. */
export const isOfOneVideo = (path: string): boolean => isOfComments(path) || TRANSCRIPT_PATHS.includes(path);
const isOfComments = (path: string): boolean => COMMENT_PATHS.includes(path) || GIFT_PATHS.includes(path);

/** The first video of a question always exists: an answer without items would carry no mark of the platform. */
function videoId(label: string, i: number): string {
  const hex = createHash('sha256').update(`${label} ${i}`).digest('hex');
  const last = i === 0 ? String(Number.parseInt(hex[40]!, 16) % 8) : hex[40]!;
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 31)];
  return `${parts.join('-')}${last}`;
}

export function queryOf(path: string, words: string): string {
  if (isOverAll(path)) return walkQuery(words);
  if (VIDEO_PATHS.includes(path)) return `ids=${words}`;
  if (isOfComments(path)) return `id=${words}&count=${COMMENTS_ASKED}`;
  return TRANSCRIPT_PATHS.includes(path) ? `id=${words}` : `keyword=${words}`;
}

/** Number of items that a question asks for; null where a call has one price. */
export function itemsAsked(path: string, words: string): number | null {
  if (VIDEO_PATHS.includes(path)) return words.split(',').length;
  return isOfComments(path) ? COMMENTS_ASKED : null;
}

/** Number of items in a good answer. */
export function itemsThere(path: string, words: string): number | null {
  if (VIDEO_PATHS.includes(path)) return words.split(',').filter(isThere).length;
  return isOfComments(path) ? Math.min(COMMENTS_ASKED, commentsOf(words)) : null;
}

/** Half of all ids exist. */
export function isThere(id: string): boolean {
  return lastDigit(id) < 8;
}

export function commentsOf(id: string): number {
  return 1 + (lastDigit(id) % COMMENTS_MAX);
}

/** Number of cues in the captions of a video. */
export function cuesOf(id: string): number {
  return 1 + (lastDigit(id) % CUES_MAX);
}

const HIDDEN_DIGIT = 'f';

/**
 * A private video. The platform has it, lists it beside the others and gives its comments and captions, as instances with mistakes do; it only
 * marks it as not public.
 */
export function isHidden(id: string): boolean {
  return id.endsWith(HIDDEN_DIGIT);
}

/** The id of a private video beside another. */
export const hiddenOf = (id: string): string => id.slice(0, -1) + HIDDEN_DIGIT;

const HIDDEN = 'h-';
/** A question that finds a private video: a search finds it beside public ones, and comments and transcripts are asked for it alone. */
export const hiddenLabel = (rest: string): string => `${HIDDEN}${rest}`;
export const isHiddenLabel = (label: string): boolean => label.startsWith(HIDDEN);

const lastDigit = (id: string): number => Number.parseInt(id.at(-1) ?? '', 16);

const BAD = 'bad-';
export const badLabel = (rest: string): string => `${BAD}${rest}`;

/** For such a keyword the platform's answer is complete, but its records are a refusal page. */
export function isTurnedAway(words: string | undefined): boolean {
  return words?.startsWith(BAD) === true;
}

/** Whether a rule of the gateway can detect that: only in unified records. */
export function isSeenByRule(path: string | undefined, words: string | undefined): boolean {
  return isTurnedAway(words) && path?.startsWith('/api/u1/') === true;
}

/** What complaints of one account give back in a month when neither a rule nor a person decides. */
export const ALLOWED_COMPLAINTS_MICROS = 100;
