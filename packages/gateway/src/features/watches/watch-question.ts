// Reads what a caller wants to watch, and refuses what cannot work before anything is asked or paid, with the figure.
import { createHash } from 'node:crypto';
import type { GatherTerms } from '../../call/gathering/gathered.ts';
import { DAY_MS } from '../../domain/duration.ts';
import { type Failure, invalid, isFailure } from '../../domain/failure.ts';
import { DEEPER } from '../../domain/gathering/watch.ts';
import {
  AUTO_MS_FIRST,
  EVERY_MS_MAX,
  EVERY_MS_MIN,
  everyText,
  readEvery,
} from '../../domain/gathering/watch-schedule.ts';
import { formatMoney, type Micros, toMicros } from '../../domain/money.ts';
import type { KeyHolder } from '../../storage/storage.ts';
import type { Watching } from '../../verb/deps.ts';
import { readAmount } from '../../verb/fields.ts';

/**
 * The gateway sets the position itself, an item is known by its id, which `fields` may leave out, and the budget of the watch takes the place
 * of what a call says about its price.
 */
const NOT_ASKED = ['pcursor', 'fields', 'max_price', 'quote', 'dry_run'];

export interface Distance {
  everyMs: number;
  isAuto: boolean;
}

export function readDistance({ rules }: Watching, text: string): Distance | Failure {
  const leastMs = Math.max(EVERY_MS_MIN, rules().everyMinMs);
  const everyMs = text === 'auto' ? Math.max(AUTO_MS_FIRST, leastMs) : readEvery(text);
  if (everyMs !== null && everyMs >= leastMs) return { everyMs, isAuto: text === 'auto' };
  return invalid(
    'every',
    `must be whole minutes, hours or days from ${everyText(leastMs)} to ${everyText(EVERY_MS_MAX)}, such as 6h, or auto`,
  );
}

export interface Budget {
  monthBudgetMicros: Micros | null;
  totalBudgetMicros: Micros | null;
}

/** null stays null; what is left out stays out. */
export function readBudget(
  budget: { month?: string | null; total?: string | null } = {},
): Partial<Budget> | Failure {
  const read = (of: 'month' | 'total') => {
    const text = budget[of];
    return text === undefined || text === null ? text : readAmount(`budget.${of}`, text, 'positive');
  };
  const [month, total] = [read('month'), read('total')];
  if (isFailure(month)) return month;
  if (isFailure(total)) return total;
  return {
    ...(month !== undefined && { monthBudgetMicros: month }),
    ...(total !== undefined && { totalBudgetMicros: total }),
  };
}

export interface WantedWatch {
  holder: KeyHolder;
  path: string;
  query: Readonly<Record<string, string>>;
  pagesMax: number;
  everyMs: number;
  isAuto: boolean;
  budget: Partial<Budget>;
}

export interface ReadQuestion {
  platform: string;
  /** The most that a run can cost. */
  runMostMicros: Micros;
}

export async function readQuestion(watching: Watching, wanted: WantedWatch): Promise<ReadQuestion | Failure> {
  const { holder, path, query, pagesMax } = wanted;
  const parameter = NOT_ASKED.find((name) => name in query);
  if (parameter !== undefined) return invalid(`query.${parameter}`, 'cannot be part of a watched question');
  const terms = await watching.terms({ holder, path, query, pagesMax: DEEPER * pagesMax });
  if (isFailure(terms)) return terms;
  const short =
    budgetRefusal(wanted.budget, pageMostMicros(terms)) ?? scheduleRefusal(watching, wanted, terms);
  return short ?? { platform: terms.platform, runMostMicros: terms.mostMicros };
}

function budgetRefusal(
  { monthBudgetMicros, totalBudgetMicros }: Partial<Budget>,
  least: Micros,
): Failure | null {
  for (const [of, micros] of [
    ['month', monthBudgetMicros],
    ['total', totalBudgetMicros],
  ] as const) {
    if (micros != null && micros < least)
      return invalid(
        `budget.${of}`,
        `does not cover a page of new items, which costs up to ${formatMoney(least)}`,
      );
  }
  return null;
}

/** A quiet run reads one page, so fewer units than this are not enough. With `auto` the gateway keeps its distance by itself. */
function scheduleRefusal(
  { quotas }: Watching,
  { everyMs, isAuto }: Pick<WantedWatch, 'everyMs' | 'isAuto'>,
  { platform, operation }: { platform: string; operation: string },
): Failure | null {
  const all = quotas(platform, operation);
  const perDay = isAuto ? 1 : Math.ceil(DAY_MS / everyMs);
  const fits = all.some((quota) => quota === null || perDay * quota.pageUnits <= quota.dayUnits);
  if (fits || all.length === 0) return null;
  const best = all.reduce((one, other) => (room(one!) >= room(other!) ? one : other))!;
  const { pageUnits, dayUnits } = best;
  return invalid(
    'every',
    `gives ${perDay} runs a day of ${pageUnits} quota units each, ${perDay * pageUnits} in all; watches of an account may use ${Math.floor(dayUnits)} units of this platform a day, which is ${Math.floor(room(best))} runs`,
  );
}

const room = ({ pageUnits, dayUnits }: { pageUnits: number; dayUnits: number }) => dayUnits / pageUnits;

/** The same request id with another fingerprint is another request. */
export function watchFingerprint(body: object): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(body)))
    .digest('hex');
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, of]) => [name, sorted(of)]);
}

/** A run is begun only with enough for its first page, if all of that is new. */
export function pageMostMicros({ unit, leastMicros, unitPriceMicros, pageItemsMax }: GatherTerms): Micros {
  return unit === 'item' ? toMicros(Math.max(leastMicros, pageItemsMax * unitPriceMicros)) : leastMicros;
}
