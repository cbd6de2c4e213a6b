// Owns what `top` looks like: the figures as lines, and lines as a frame that is written over the last one and never larger than the
// terminal. Pure.

import { type Column, renderTable } from './table.ts';
import { fitText } from './text-width.ts';
import type { TopFigures } from './top-figures.ts';

// The other screen of the terminal, without a cursor, is given back as it was.
export const ENTER_SCREEN = '\u001b[?1049h\u001b[?25l';
export const LEAVE_SCREEN = '\u001b[?25h\u001b[?1049l';
const HOME = '\u001b[H';
const LINE_END = '\u001b[K';
const REST = '\u001b[J';

const right = (title: string): Column => ({ title, align: 'right' });
const ms = (value: number | null) => (value === null ? '–' : `${value} ms`);

const PROVIDER_COLUMNS: Column[] = [
  { title: 'provider', canShrink: true },
  { title: 'status' },
  right('attempts/s'),
  right('failed/s'),
  right('cost/h'),
];

export interface TopHeading {
  currency: string;
  /** On the database; null when it is away. */
  nodes: number | null;
}

export function topText(figures: TopFigures, { currency, nodes }: TopHeading, width: number | null): string {
  const { calls, money, storage, providers } = figures;
  const lines = [
    `shows     ${shownText(nodes)}`,
    `calls     ${calls.per_second}/s, ${calls.failed_per_second}/s fail; ${calls.running} run, ${calls.waiting} wait`,
    `latency   p50 ${ms(calls.p50_ms)}  p95 ${ms(calls.p95_ms)}  p99 ${ms(calls.p99_ms)}`,
    `money     ${money.charged_per_hour} ${currency}/h charged, ${money.cost_per_hour} cost; ${money.held} held`,
    `storage   ${storage.commits_per_second} commits/s of ${storage.verbs_per_commit ?? '–'} verbs, p95 ${ms(storage.p95_ms)}`,
    ...warningsOf(figures),
  ];
  const rows = providers.map((one) => [
    ...[one.provider, one.status, one.attempts_per_second],
    ...[one.failed_per_second, one.cost_per_hour],
  ]);
  return `${lines.join('\n')}\n\n${renderTable(PROVIDER_COLUMNS, rows, width)}`;
}

function shownText(nodes: number | null): string {
  if (nodes === null) return 'one node; how many there are the database knows, which does not answer';
  return nodes === 1 ? 'the only node' : `one node of ${nodes}`;
}

function warningsOf({ storage, money }: TopFigures): string[] {
  return [
    ...(storage.up ? [] : ['THE LEDGER IS AWAY']),
    ...(money.differences === 0 ? [] : [`THE LEDGER HAS ${money.differences} DIFFERENCES`]),
  ];
}

/** What does not fit is left out, at the right and at the bottom: a line that wrapped would move all others. */
export function framed(text: string, { columns, rows }: { columns: number; rows: number }): string {
  const lines = text.trimEnd().split('\n');
  const shown = lines.slice(0, Math.max(1, rows - 1));
  return HOME + shown.map((line) => `${fitText(line, columns)}${LINE_END}\n`).join('') + REST;
}
