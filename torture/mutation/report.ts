// Prints the figures: the share of mutants that the tests noticed when they were drawn, by area, with its interval, and what got worse.
import type { NoticedRow } from '../record/page.ts';
import { type Counts, countsOf, type Missed, OPEN, playedOf, readFigures } from './figures.ts';

/** Of a normal distribution, for 95 %. */
const Z = 1.959964;

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

/** Equivalent mutants do not count: nothing can notice them. */
const drawnShare = (counts: Counts) =>
  shareOf(counts.noticed, counts.noticed + counts.answered + counts.open);
const todayShare = (counts: Counts) =>
  shareOf(counts.noticed + counts.answered, counts.noticed + counts.answered + counts.open);

const percent = (share: number) => (100 * share).toFixed(1);

export function words({ noticed, of, low, high }: Share): string {
  return `${noticed} of ${of} (${percent(of === 0 ? 0 : noticed / of)} %, 95 %: ${percent(low)} to ${percent(high)})`;
}

export function totalOf(areas: Record<string, Counts>): Counts {
  const total = { noticed: 0, answered: 0, equivalent: 0, open: 0 };
  for (const counts of Object.values(areas))
    for (const name of ['noticed', 'answered', 'equivalent', 'open'] as const) total[name] += counts[name];
  return total;
}

/** For the guide. */
export function noticedRow(): NoticedRow {
  const { now } = readFigures()!;
  const total = totalOf(countsOf(now));
  const what = `mutants of all production code, ${playedOf(now).played} played of ${now.sample} drawn by seed ${now.seed}, ${total.equivalent} of them equivalent (\`npm run mutation -- --report\`)`;
  return { what, planted: words(drawnShare(total)), today: words(todayShare(total)) };
}

/** The share that the tests noticed at once, in per cent. */
export function report(): number {
  const file = readFigures();
  if (file === null) return 0;
  const areas = countsOf(file.now);
  const total = totalOf(areas);
  const { played, tooSlow } = playedOf(file.now);
  console.log(
    `seed ${file.now.seed}: ${played} of ${file.now.sample} played, ${tooSlow} of them without a verdict`,
  );
  for (const [area, counts] of Object.entries(areas)) console.log(`  ${area.padEnd(24)}${line(counts)}`);
  console.log(`noticed when drawn: ${words(drawnShare(total))}`);
  console.log(
    `noticed with the tests added since: ${words(todayShare(total))}, ${total.equivalent} equivalent`,
  );
  for (const [area, was] of Object.entries(file.before?.areas ?? {})) tellWorse(area, was, areas[area]);
  for (const one of file.now.missed) if (one.answer === OPEN) console.log(tell(one));
  return 100 * (drawnShare(total).noticed / Math.max(1, drawnShare(total).of));
}

function line(counts: Counts): string {
  const rest = [
    counts.answered && `${counts.answered} answered`,
    counts.equivalent && `${counts.equivalent} equivalent`,
    counts.open && `${counts.open} OPEN`,
  ].filter(Boolean);
  return [words(drawnShare(counts)), ...rest].join(', ');
}

/** Only a share below the interval of the run before is worse: the rest may be chance. */
function tellWorse(area: string, was: Counts, is: Counts | undefined): void {
  if (is === undefined) return;
  const [before, now] = [drawnShare(was), drawnShare(is)];
  if (now.of > 0 && now.noticed / now.of < before.low)
    console.log(`WORSE: ${area}: ${words(now)}, was ${words(before)}`);
}

const tell = ({ mutant, line: number }: Missed) => `OPEN ${mutant.replace(' | ', `:${number} | `)}`;
