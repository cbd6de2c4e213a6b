// The figures of planted bugs: the share of each set that the tests noticed when it was planted, and that they notice today. Pure.
import { isDrawn } from './bug.ts';
import { type Left, type Played, STATES, type State, stateOf } from './figures.ts';

/** Of a normal distribution, for 95 %. */
const Z = 1.959964;

type Counts = Record<State, number>;

export interface Share {
  noticed: number;
  of: number;
  low: number;
  high: number;
}

/** Wilson's interval of a share: unlike the simple one it is right near 100 % and for few cases. */
export function shareOf(noticed: number, of: number): Share {
  if (of === 0) return { noticed, of, low: 0, high: 1 };
  const share = noticed / of;
  const middle = share + Z ** 2 / (2 * of);
  const half = Z * Math.sqrt((share * (1 - share)) / of + Z ** 2 / (4 * of ** 2));
  const whole = 1 + Z ** 2 / of;
  return { noticed, of, low: (middle - half) / whole, high: (middle + half) / whole };
}

/** Equivalent bugs do not count: nothing can notice them. */
const whenPlanted = ({ noticed, answered, missed }: Counts) => shareOf(noticed, noticed + answered + missed);
const today = ({ noticed, answered, missed }: Counts) =>
  shareOf(noticed + answered, noticed + answered + missed);

const percent = (share: number) => (100 * share).toFixed(1);

function words({ noticed, of, low, high }: Share): string {
  return `${noticed} of ${of} (${percent(of === 0 ? 0 : noticed / of)} %, 95 %: ${percent(low)} to ${percent(high)})`;
}

function countsOf(played: readonly Played[], left?: Left): Counts {
  const count = (state: State) =>
    (left?.[state] ?? 0) + played.filter((one) => stateOf(one) === state).length;
  return Object.fromEntries(STATES.map((state) => [state, count(state)])) as Counts;
}

/** What share of the bugs of a set the tests noticed. */
export interface NoticedRow {
  what: string;
  planted: string;
  today: string;
}

/** One for each set, the oldest first, those that a program drew before those of people. */
export function noticedRows(played: readonly Played[], left: readonly Left[]): NoticedRow[] {
  return setsOf(played, left).map((set) => {
    const counts = countsOf(
      played.filter((one) => one.set === set),
      left.find((one) => one.set === set),
    );
    return { what: titleOf(set, counts), planted: words(whenPlanted(counts)), today: words(today(counts)) };
  });
}

export function setsOf(played: readonly Played[], left: readonly Left[]): string[] {
  const names = [...new Set([...left, ...played].map(({ set }) => set))].toSorted();
  return [...names.filter(isDrawn), ...names.filter((name) => !isDrawn(name))];
}

function titleOf(set: string, counts: Counts): string {
  if (!isDrawn(set)) return `bugs planted by hand, round ${set}`;
  const all = STATES.reduce((sum, state) => sum + counts[state], 0);
  return `${all} mutants of all production code, ${set.replace('drawn', 'drawn by seed')}, ${counts.equivalent} of them equivalent`;
}

/** Of those of one set, when they were planted, in per cent. */
export function percentOf(played: readonly Played[], left?: Left): number {
  const { noticed, of } = whenPlanted(countsOf(played, left));
  return of === 0 ? 0 : (100 * noticed) / of;
}

/** One set for the terminal: by kind, as long as all of it is there, and what no test notices. */
export function linesOf(played: readonly Played[], left?: Left): string[] {
  const kinds = left === undefined ? [...Map.groupBy(played, ({ kind }) => kind)] : [];
  const missed = played.filter((one) => stateOf(one) === 'missed');
  const counts = countsOf(played, left);
  return [
    ...kinds.map(([kind, ofKind]) => `  ${kind}: ${words(whenPlanted(countsOf(ofKind)))}`).toSorted(),
    ...missed.map(({ id, kind }) => `SLIPPED ${id} (${kind})`),
    `noticed when planted: ${words(whenPlanted(counts))}`,
    `noticed with the tests added since: ${words(today(counts))}`,
  ];
}
