// What a search over many platforms can find in a round: the list of every platform for a keyword, how many items a page asks for, and
// which platform misbehaves. Pure; used by the callers, the fake platform and the checker, but not by the gateway.
import { createHash } from 'node:crypto';

/** The platforms of every walk. The keyword determines how delta behaves; gamma has very few items, so it always ends early. */
export const LEGS = ['alpha', 'beta', 'gamma', 'delta'] as const;
export type LegName = (typeof LEGS)[number];

export const WALK_PATHS: readonly string[] = ['search_video', 'search_video_v2'].map(
  (action) => `/api/u1/v1/all/app/${action}`,
);
/** A leg asks its platform for at least this many items, whatever the page asks for, because a page of a platform has one price. */
const LEG_ITEMS_MIN = 20;

export function isOverAll(path: string | undefined): boolean {
  return WALK_PATHS.includes(path ?? '');
}

const WALK = 'w-';
export const walkLabel = (rest: string): string => `${WALK}${rest}`;
export const isWalked = (keyword: string): boolean => keyword.startsWith(WALK);

/** Fewest and most items. */
const LENGTHS: Record<LegName, readonly [number, number]> = {
  alpha: [21, 45],
  beta: [5, 30],
  gamma: [0, 5],
  delta: [5, 25],
};
/** At every multiple of this position all lists have the same video, recognised by its address alone. */
const SHARED_EVERY = 7;
const COUNTS = [7, 12, 20, 25] as const;

export interface Listed {
  id: string;
  address: string;
}

const digest = (...names: (string | number)[]): Buffer =>
  createHash('sha256').update(names.join(' ')).digest();

/** The items of a platform for a keyword, in its order. */
export function listOf(platform: string, keyword: string): Listed[] {
  const [least, most] = LENGTHS[platform as LegName] ?? [0, 0];
  const length = least + (digest(platform, keyword)[0]! % (most - least + 1));
  return Array.from({ length }, (_, i) => ({
    id: idOf(platform, keyword, i),
    address: `https://tube.example/videos/watch/${keyword}-${i % SHARED_EVERY === 3 ? 'all' : platform}-${i}`,
  }));
}

function idOf(platform: string, keyword: string, i: number): string {
  const hex = digest(platform, keyword, i).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}

/** Number of items of one page. */
const countOf = (keyword: string): number => COUNTS[digest('count', keyword)[0]! % COUNTS.length]!;

export function walkQuery(keyword: string): string {
  return `keyword=${keyword}&platforms=${LEGS.join(',')}&count=${countOf(keyword)}`;
}

/** Number of items that a leg asks its platform for. */
export function legItemsOf(keyword: string): number {
  return Math.max(LEG_ITEMS_MIN, countOf(keyword));
}

/** How a platform treats a keyword during the whole walk, faults aside: it never answers, or refuses. */
export type Conduct = 'good' | 'hangs' | 'refuses';

export function conductOf(platform: string, keyword: string): Conduct {
  if (platform !== 'delta' || !isWalked(keyword)) return 'good';
  return (['good', 'good', 'hangs', 'refuses'] as const)[digest('conduct', keyword)[0]! % 4]!;
}
