// What collections and watches can find in a round: the lists of a platform for their questions. Pure; used by the callers, the fake
// platform and the checker, but not by the gateway.
import { createHash } from 'node:crypto';

/** Rich enough for every budget. */
export const GATHER_ACCOUNTS = ['gather-0', 'gather-1'] as const;
/** Its money runs out in the middle, and a top-up resumes what waits. */
export const POOR_GATHERER = 'gather-poor';

/** A price per item on alpha, a price per page on beta. */
export const COLLECTED_PATHS = {
  alpha: '/api/u1/v1/alpha/app/search_video_v2',
  beta: '/api/u1/v1/beta/app/search_video_v2',
} as const;
export type CollectedPlatform = keyof typeof COLLECTED_PATHS;
export const COLLECTED_IDS_PATH = '/api/u1/v1/alpha/app/get_video_v2';
export const WATCHED_PATH = COLLECTED_PATHS.alpha;

/** The catalog path of collected pages or of runs. */
export function catalogPath(path: string, purpose: 'collect' | 'watch'): string {
  return path.replace('/app/', `/${purpose}/`);
}

export interface GatheredItem {
  id: string;
  address: string;
}

const COLLECTED = 'g-';
const WATCHED = 'n-';
/** The first digits of ids that a collection looks up. */
const LOOKED_UP = 'c011ec70';

/** The keyword of one question of a collection. */
export const collectedLabel = (collection: string, question: number): string =>
  `${COLLECTED}${collection}-${question}`;
export const watchedLabel = (watch: string): string => `${WATCHED}${watch}`;
export const isWatched = (words: string): boolean => words.startsWith(WATCHED);
export const isCollected = (words: string): boolean => words.startsWith(COLLECTED);

/** Whether a request at the platform belongs to a collection or a watch, and so to no call that a caller made. */
export function isGathered(words: string): boolean {
  return isCollected(words) || isWatched(words) || words.startsWith(LOOKED_UP);
}

const digest = (...names: (string | number)[]): Buffer =>
  createHash('sha256').update(names.join(' ')).digest();

function uuid(head: string, ...names: (string | number)[]): string {
  const hex = head + digest(...names).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}

const itemOf = (platform: string, name: string, i: number): GatheredItem => ({
  id: uuid('', platform, name, i),
  address: `https://tube.example/videos/watch/${platform}-${name}-${i}`,
});

/** Ids that a collection looks up; half of them exist (`isThere`). */
export function lookedUpIds(collection: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => uuid(LOOKED_UP, collection, i));
}

/** Items of a question; most lists have a few pages, and some have none. */
const LENGTHS = [0, 3, 60, 130, 260, 420] as const;
/** Neighbouring questions of one collection share all items but these, so that most questions repeat what another has found. */
const QUESTION_STEP = 25;

/** The list of one question. It does not change: a collection that ends as exhausted has all of it. */
export function collectedList(platform: string, keyword: string): GatheredItem[] {
  const [, collection = '', question = '0'] = /^g-(.+)-(\d+)$/.exec(keyword) ?? [];
  const length = LENGTHS[digest('length', platform, collection)[0]! % LENGTHS.length]!;
  const first = Number(question) * QUESTION_STEP;
  return Array.from({ length }, (_, i) => itemOf(platform, collection, first + i));
}

const TICK_NS = 500e6;
/** Ticks between two new items. */
const BIRTH_TICKS = 3;
/** Items that are there when the round begins. */
const OLD_ITEMS = 30;
/** In some lists this many items come at once: more than a run of one page reads. */
const BURST_ITEMS = 90;
const BURST_TICK = 24;
/** Every so often another old item is pinned to the top. */
const PIN_TICKS = 16;

interface NewsItem extends GatheredItem {
  /** In ticks since the start of the round; the death is not included. */
  born: number;
  dies: number;
}

/** One in four is deleted after 3 to 11 seconds. */
function diesAfter(keyword: string, i: number): number {
  const [first, second] = digest('life', keyword, i);
  return first! % 4 === 0 ? 6 + (second! % 16) : Number.POSITIVE_INFINITY;
}

const isBursty = (keyword: string): boolean => digest('burst', keyword)[0]! % 3 === 0;

/** Every item that a watched list has had up to a tick, the oldest first. */
export function newsUntil(keyword: string, tick: number): NewsItem[] {
  const count = OLD_ITEMS + Math.max(0, Math.floor(tick / BIRTH_TICKS) + 1);
  const burst = isBursty(keyword) && tick >= BURST_TICK ? BURST_ITEMS : 0;
  const steady = Array.from({ length: count }, (_, i) => {
    const born = (i - OLD_ITEMS) * BIRTH_TICKS;
    return { ...itemOf('alpha', keyword, i), born, dies: Math.max(0, born) + diesAfter(keyword, i) };
  });
  const more = Array.from({ length: burst }, (_, i) => ({
    ...itemOf('alpha', `${keyword} burst`, i),
    born: BURST_TICK,
    dies: Number.POSITIVE_INFINITY,
  }));
  return [...steady, ...more].sort((a, b) => a.born - b.born);
}

export const tickAt = (ns: number): number => Math.floor(ns / TICK_NS);
export const startOfTick = (tick: number): number => tick * TICK_NS;

/** A watched list at a moment: newest first, with one pinned item, and some neighbours exchanged. */
export function newsAt(keyword: string, ns: number): GatheredItem[] {
  const tick = tickAt(ns);
  const list = newsUntil(keyword, tick)
    .filter(({ born, dies }) => born <= tick && tick < dies)
    .reverse();
  for (let i = 1; i < list.length; i += 2)
    if (digest('exchange', keyword, tick, i)[0]! % 3 === 0) [list[i - 1], list[i]] = [list[i]!, list[i - 1]!];
  const place = digest('pin', keyword, Math.floor(tick / PIN_TICKS))[0]! % list.length;
  return [list[place]!, ...list.slice(0, place), ...list.slice(place + 1)];
}

/** How many items of a price list's page or check. */
export const COLLECT_ITEM_MICROS = 3;
export const COLLECT_PAGE_MICROS = 40;
export const COLLECT_ID_MICROS = 4;
export const WATCH_ITEM_MICROS = 5;
export const WATCH_CHECK_MICROS = 2;

/** What is kept of an export, in the journal of the callers. */
export function digestOfIds(ids: readonly string[]): string {
  return createHash('sha256').update(ids.join('\n')).digest('hex').slice(0, 32);
}
