// One call on a time scale: hold, attempts and charge.
import { useRef } from 'react';
import { useFormat } from '../shell/use-format.ts';
import { useCommonText } from '../text/common.ts';
import style from './chart.module.css';
import { useWidth } from './chart-frame.ts';

export interface FallingAttempt {
  provider: string;
  /** The platform that was asked, in a call over several. */
  platform?: string | null;
  started_ms: number;
  duration_ms: number;
  outcome: string;
  /** What the attempt cost the operator, as text. Callers do not see it. */
  cost?: string;
}

interface WaterfallProps {
  attempts: readonly FallingAttempt[];
  totalMs: number | null;
  /** The held amount, as text; absent if nothing was held. */
  held?: string;
  /** How the call ended with its amount, as text; absent while it runs. */
  ended?: string;
}

/** Shortest visible bar, in pixels. */
const BAR_MIN = 3;
const HEIGHT = 12;

function lookOf(outcome: string) {
  if (outcome === 'ok') return style.ok;
  return outcome === 'cancelled' || outcome === 'late' ? style.unused : style.failed;
}

interface BarProps {
  from: number;
  length: number;
  width: number;
  look: string | undefined;
}

/** Drawn in pixels of its place, so that its ends stay round. */
function Bar({ from, length, width, look }: BarProps) {
  const size = Math.min(width, Math.max(BAR_MIN, length * width));
  return (
    <svg viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden="true">
      <rect className={look} x={Math.min(from * width, width - size)} width={size} height={HEIGHT} rx="3" />
    </svg>
  );
}

export function Waterfall({ attempts, totalMs, held, ended }: WaterfallProps) {
  const text = useCommonText();
  const format = useFormat();
  const scale = useRef<HTMLSpanElement>(null);
  const width = useWidth(scale);
  const end = Math.max(1, totalMs ?? 0, ...attempts.map((one) => one.started_ms + one.duration_ms));
  return (
    <ol className={style.waterfall}>
      <li className={style.contents} aria-hidden="true">
        <span />
        <span className={style.scale} ref={scale} />
        <span />
      </li>
      {held !== undefined && (
        <li className={style.contents}>
          <span>{text.hold}</span>
          <Bar from={0} length={0} width={width} look={style.unused} />
          <span className={style.took}>{held}</span>
        </li>
      )}
      {attempts.length === 0 && <li className={style.whole}>{text.noAttempts}</li>}
      {attempts.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: attempts have an order and no name
        <li key={at} className={style.contents}>
          <span>{one.platform ? `${one.platform} · ${one.provider}` : one.provider}</span>
          <Bar
            from={one.started_ms / end}
            length={one.duration_ms / end}
            width={width}
            look={lookOf(one.outcome)}
          />
          <span className={style.took}>
            {[one.outcome !== 'ok' && one.outcome, one.cost, format.ms(one.duration_ms)]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </li>
      ))}
      {ended !== undefined && (
        <li className={style.contents}>
          <span>{text.end}</span>
          <Bar from={1} length={0} width={width} look={style.ok} />
          <span className={style.took}>{ended}</span>
        </li>
      )}
    </ol>
  );
}
