// What several scenarios need: durations, limits of a key that are all different, and reading a list page by page.
import { toMicros } from '../../../domain/money.ts';
import type { Listed, Paging } from '../../steps/paging.ts';

export { UNBOUND } from '../payer.ts';

/** In milliseconds. */
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** No two are alike, so that columns that changed places are noticed. */
export const KEY_LIMITS = {
  expiresAtMs: Date.parse('2027-03-01T00:00:00.000Z'),
  addresses: ['198.51.100.7'],
  rate: { requests: 101, perSeconds: 103, concurrent: 107 },
  dailyCapMicros: toMicros(100_109),
  monthlyCapMicros: toMicros(100_113),
  totalCapMicros: toMicros(100_127),
  maxCallMicros: toMicros(100_131),
  platforms: ['tube', 'clips'],
  operations: ['video.search'],
};

/** Pages far beyond those of any fixture: a cursor that does not move would be followed for ever. */
const PAGES_MAX = 50;

/** Follows the cursors of a list to its end. */
export async function eachPage<I extends Paging>(
  list: (input: I) => Promise<Pick<Listed<unknown>, 'next'>>,
  filter: Omit<I, keyof Paging>,
  limit: number,
): Promise<void> {
  let after: string | null = null;
  for (let page = 0; page < PAGES_MAX; page++) {
    ({ next: after } = await list({ ...filter, limit, after } as I));
    if (after === null) return;
  }
  throw new Error('the list has no end');
}
