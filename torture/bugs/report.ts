// The figures of the planted bugs in Markdown, round by round: a row for each bug, and the share that was noticed, by kind and overall.
import { shareOf, words } from '../mutation/report.ts';
import type { NoticedRow } from '../record/page.ts';
import { BY_TYPES } from './checks.ts';
import type { Figures, State } from './figures.ts';
import type { Bug } from './planted.ts';

/** `gone`: it was never played, and the program has moved on. */
export interface Row {
  bug: Bug;
  state: State | 'gone';
  by: string;
}

export function rowOf(bug: Bug, figures: Figures, isGone: boolean): Row {
  const state = figures.stateOf(bug);
  const played = figures.of(bug);
  return {
    bug,
    state: state === 'not played' && isGone ? 'gone' : state,
    by: played?.noticedBy ?? played?.answeredBy ?? '',
  };
}

const isCounted = ({ state }: Row) => state !== 'not played' && state !== 'gone';

/** Of those of the newest round that were played, in per cent. */
export function percentOf(rows: readonly Row[]): number {
  const newest = rows.at(-1)?.bug.round;
  const { noticed, of } = whenPlanted(rows.filter(({ bug }) => bug.round === newest));
  return of === 0 ? 0 : (100 * noticed) / of;
}

function whenPlanted(rows: readonly Row[]) {
  const counted = rows.filter(isCounted);
  return shareOf(counted.filter(({ state }) => state === 'noticed').length, counted.length);
}

function today(rows: readonly Row[]) {
  const counted = rows.filter(isCounted);
  return shareOf(counted.filter(({ state }) => state !== 'missed').length, counted.length);
}

export function markdownOf(rows: readonly Row[]): string {
  const rounds = [...Map.groupBy(rows, ({ bug }) => bug.round)];
  return rounds.map(([round, ofRound]) => `## Round ${round}\n\n${roundOf(ofRound)}`).join('\n\n');
}

/** One for each round, for the guide. */
export function noticedRows(rows: readonly Row[]): NoticedRow[] {
  return [...Map.groupBy(rows, ({ bug }) => bug.round)].map(([round, ofRound]) => ({
    what: `bugs planted by hand, round ${round} (\`npm run bugs -- --report\`)`,
    planted: words(whenPlanted(ofRound)),
    today: words(today(ofRound)),
  }));
}

function roundOf(rows: readonly Row[]): string {
  const kinds = [...Map.groupBy(rows, ({ bug }) => bug.kind)].toSorted(([a], [b]) => a.localeCompare(b));
  const count = (isOne: (row: Row) => boolean) => rows.filter(isOne).length;
  return [
    '| bug | kind | what | noticed by |',
    '|---|---|---|---|',
    ...rows.map(lineOf),
    '',
    '| kind | noticed when planted |',
    '|---|---|',
    ...kinds.map(([kind, ofKind]) => `| ${cell(kind)} | ${words(whenPlanted(ofKind))} |`),
    '',
    `noticed when planted: ${words(whenPlanted(rows))}, ${count(({ by }) => by.startsWith(BY_TYPES))} of them by the types`,
    `noticed with the tests added since: ${words(today(rows))}`,
    `not played: ${count(({ state }) => state === 'not played')}, gone: ${count(({ state }) => state === 'gone')}`,
  ].join('\n');
}

function lineOf({ bug, state, by }: Row): string {
  const told = state === 'noticed' ? by : state === 'answered' ? `missed; answered by ${by}` : state;
  return `| ${[bug.id, bug.kind, bug.what, told].map(cell).join(' | ')} |`;
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');
