// The chart of all pages: lines over time as SVG, and the same figures as a table for screen readers.
import { useMemo, useRef } from 'react';
import style from './chart.module.css';
import { ticksUpTo, useWidth } from './chart-frame.ts';
import { joined } from './joined.ts';

interface Line {
  name: string;
  look: 'accent' | 'good' | 'before';
  area?: boolean;
  /** One for each label; null where there is no data yet. */
  values: readonly (number | null)[];
}

interface ChartProps {
  label: string;
  /** One for each point. */
  labels: readonly string[];
  lines: readonly Line[];
  write: (value: number) => string;
  /** The least top of the scale, used when all figures are lower. */
  least?: number;
  tableLabel: string;
}

const HEIGHT = 200;
const LEFT = 56;
const BOTTOM = 22;
const TOP = 8;
/** More labels would overlap. */
const LABELS_MAX = 12;
const LABEL_WIDTH = 64;

interface Scale {
  x: (at: number) => number;
  y: (value: number) => number;
}

function scaleOf(width: number, count: number, low: number, high: number): Scale {
  const step = (width - LEFT - 8) / Math.max(1, count - 1);
  const height = HEIGHT - TOP - BOTTOM;
  return {
    x: (at) => LEFT + at * step,
    y: (value) => TOP + height - ((value - low) / (high - low)) * height,
  };
}

function points(values: Line['values'], { x, y }: Scale): [number, number][] {
  return values.flatMap((value, at) => (value === null ? [] : [[x(at), y(value)] as [number, number]]));
}

function pathOf(places: readonly [number, number][]): string {
  return places.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
}

function areaOf(places: readonly [number, number][], floor: number): string {
  const [first, last] = [places[0], places.at(-1)];
  return first && last ? `${pathOf(places)}L${last[0]} ${floor}L${first[0]} ${floor}Z` : '';
}

function Drawing({ label, labels, lines, write, least = 1, width }: ChartProps & { width: number }) {
  const all = lines.flatMap(({ values }) => values.filter((value) => value !== null));
  const ticks = ticksUpTo(Math.min(0, ...all), Math.max(least, ...all));
  const scale = scaleOf(width, labels.length, ticks[0]!, ticks.at(-1)!);
  const every = Math.ceil(labels.length / Math.min(LABELS_MAX, width / LABEL_WIDTH));
  return (
    <svg className={style.svg} viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={label}>
      {ticks.map((tick) => (
        <g key={tick}>
          <line className={style.grid} x1={LEFT} x2={width} y1={scale.y(tick)} y2={scale.y(tick)} />
          <text x={LEFT - 8} y={scale.y(tick) + 4} textAnchor="end">
            {write(tick)}
          </text>
        </g>
      ))}
      {labels.map(
        (text, at) =>
          at % every === 0 && (
            // biome-ignore lint/suspicious/noArrayIndexKey: a label may stand twice, its place may not
            <text key={at} x={scale.x(at)} y={HEIGHT - 4} textAnchor={at === 0 ? 'start' : 'middle'}>
              {text}
            </text>
          ),
      )}
      {lines.map((line) => {
        const places = points(line.values, scale);
        return (
          <g key={line.name}>
            {line.area && <path className={style.area} d={areaOf(places, scale.y(0))} />}
            <path className={style[line.look]} d={pathOf(places)} />
            {places.length === 1 && (
              <circle className={style[line.look]} cx={places[0]![0]} cy={places[0]![1]} r={2} />
            )}
          </g>
        );
      })}
    </svg>
  );
}

function Legend({ lines }: { lines: readonly Line[] }) {
  return (
    <div className={style.legend} aria-hidden="true">
      {lines.map(({ name, look }) => (
        <span key={name}>
          <svg width="16" height="8" aria-hidden="true">
            <line className={style[look]} x1="0" x2="16" y1="4" y2="4" />
          </svg>
          {name}
        </span>
      ))}
    </div>
  );
}

type FiguresProps = Pick<ChartProps, 'labels' | 'write' | 'tableLabel' | 'label'> & {
  lines: readonly Pick<Line, 'name' | 'values'>[];
};

export function FiguresBehind({ labels, lines, write, tableLabel, label }: FiguresProps) {
  return (
    <details className={style.details}>
      <summary>{tableLabel}</summary>
      <table>
        <caption className="hidden-visually">{label}</caption>
        <thead>
          <tr>
            <th scope="col" aria-label={tableLabel} />
            {lines.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((text, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <tr key={at}>
              <th scope="row">{text}</th>
              {lines.map(({ name, values }) => (
                <td key={name}>{values[at] === null || values[at] === undefined ? '' : write(values[at])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

export function Chart(props: ChartProps) {
  const frame = useRef<HTMLElement>(null);
  const width = useWidth(frame);
  return (
    <figure ref={frame} className={style.chart}>
      <Drawing {...props} width={width} />
      <Legend lines={props.lines} />
      <FiguresBehind {...props} />
    </figure>
  );
}

const SPARK_WIDTH = 96;
const SPARK_HEIGHT = 22;

/** A row of small bars. Its figures are given as text beside it. */
export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const bars = useMemo(() => {
    const most = Math.max(1, ...values);
    const width = SPARK_WIDTH / Math.max(1, values.length);
    return values.map((value, at) => {
      const height = value === 0 ? 1 : Math.max(2, (value / most) * SPARK_HEIGHT);
      return { x: at * width, y: SPARK_HEIGHT - height, width: Math.max(1, width - 1), height };
    });
  }, [values]);
  return (
    <svg
      className={joined(style.spark)}
      viewBox={`0 0 ${SPARK_WIDTH} ${SPARK_HEIGHT}`}
      role="img"
      aria-label={label}
    >
      {bars.map((bar) => (
        <rect key={bar.x} className={style.bar} {...bar} />
      ))}
    </svg>
  );
}
