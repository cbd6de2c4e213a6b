// Bars over time, stacked by series, with a legend that names each sum, and the same figures as a table for screen readers. Values below
// zero are stacked downwards.
import { useRef } from 'react';
import { FiguresBehind } from './Chart.tsx';
import chart from './chart.module.css';
import { ticksUpTo, useWidth } from './chart-frame.ts';
import { joined } from './joined.ts';
import style from './stacked.module.css';

interface Stack {
  name: string;
  /** The sum over all steps, as the legend writes it. */
  total: string;
  /** Adds up what no other series shows; drawn in a quiet colour. */
  isRest: boolean;
  values: readonly number[];
}

interface StackedChartProps {
  label: string;
  /** One for each step. */
  labels: readonly string[];
  stacks: readonly Stack[];
  write: (value: number) => string;
  /** Writes the figures in the table, where the scale's short form would lose digits. */
  writeExactly: (value: number) => string;
  /** The least top of the scale, used when all figures are lower. */
  least: number;
  tableLabel: string;
}

const HEIGHT = 220;
const LEFT = 64;
const RIGHT = 4;
const BOTTOM = 22;
const TOP = 8;
/** Narrower labels would overlap. */
const LABEL_WIDTH = 72;
const BAR_WIDTH_MAX = 56;
/** The part of a step that its bar takes. */
const BAR_SHARE = 0.72;

interface Piece {
  at: number;
  stack: number;
  low: number;
  high: number;
}

/** Where each value is drawn: on top of the earlier series of its sign. */
function piecesOf(stacks: readonly Stack[], count: number): Piece[] {
  const tops = Array.from({ length: count }, () => 0);
  const floors = Array.from({ length: count }, () => 0);
  return stacks.flatMap(({ values }, stack) =>
    values.flatMap((value, at) => {
      if (value === 0) return [];
      const ends = value > 0 ? tops : floors;
      const from = ends[at]!;
      ends[at] = from + value;
      return [{ at, stack, low: Math.min(from, from + value), high: Math.max(from, from + value) }];
    }),
  );
}

const lookOf = ({ isRest }: Stack, at: number) => joined(style.piece, isRest ? style.rest : style[`s${at}`]);

function Drawing({ label, labels, stacks, write, least, width }: StackedChartProps & { width: number }) {
  const pieces = piecesOf(stacks, labels.length);
  const ticks = ticksUpTo(
    Math.min(0, ...pieces.map(({ low }) => low)),
    Math.max(least, ...pieces.map(({ high }) => high)),
  );
  const [low, high] = [ticks[0]!, ticks.at(-1)!];
  const height = HEIGHT - TOP - BOTTOM;
  const y = (value: number) => TOP + height - ((value - low) / (high - low)) * height;
  const step = (width - LEFT - RIGHT) / labels.length;
  const bar = Math.max(1, Math.min(BAR_WIDTH_MAX, step * BAR_SHARE));
  const middle = (at: number) => LEFT + (at + 0.5) * step;
  const every = Math.max(1, Math.ceil((labels.length * LABEL_WIDTH) / (width - LEFT)));
  return (
    <svg className={chart.svg} viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={label}>
      {ticks.map((tick) => (
        <g key={tick}>
          <line
            className={tick === 0 ? style.zero : chart.grid}
            x1={LEFT}
            x2={width}
            y1={y(tick)}
            y2={y(tick)}
          />
          <text x={LEFT - 8} y={y(tick) + 4} textAnchor="end">
            {write(tick)}
          </text>
        </g>
      ))}
      {labels.map(
        (text, at) =>
          at % every === 0 && (
            // biome-ignore lint/suspicious/noArrayIndexKey: a label may occur twice, its place may not
            <text key={at} x={middle(at)} y={HEIGHT - 4} textAnchor="middle">
              {text}
            </text>
          ),
      )}
      {pieces.map(({ at, stack, low, high }) => (
        <rect
          key={`${stack} ${at}`}
          className={lookOf(stacks[stack]!, stack)}
          x={middle(at) - bar / 2}
          width={bar}
          y={y(high)}
          height={Math.max(0.5, y(low) - y(high))}
        >
          <title>{`${labels[at]} · ${stacks[stack]!.name} · ${write(stacks[stack]!.values[at]!)}`}</title>
        </rect>
      ))}
    </svg>
  );
}

function Legend({ stacks }: Pick<StackedChartProps, 'stacks'>) {
  return (
    <ul className={style.legend} data-legend="">
      {stacks.map((stack, at) => (
        <li key={stack.name}>
          <svg width="12" height="12" aria-hidden="true">
            <rect className={lookOf(stack, at)} width="12" height="12" rx="3" />
          </svg>
          <span className={style.name}>{stack.name}</span>
          <b>{stack.total}</b>
        </li>
      ))}
    </ul>
  );
}

export function StackedChart(props: StackedChartProps) {
  const frame = useRef<HTMLElement>(null);
  const width = useWidth(frame);
  const { label, labels, stacks, tableLabel, writeExactly } = props;
  return (
    <figure ref={frame} className={style.chart}>
      <Drawing {...props} width={width} />
      <Legend stacks={stacks} />
      <FiguresBehind {...{ label, labels, lines: stacks, tableLabel, write: writeExactly }} />
    </figure>
  );
}
