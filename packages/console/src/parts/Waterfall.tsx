// Owns what happened within one call, attempt by attempt, on one scale of time.

import { useFormat } from '../shell/use-format.ts';
import { useCommonText } from '../text/common.ts';
import style from './chart.module.css';

export interface FallingAttempt {
  provider: string;
  started_ms: number;
  duration_ms: number;
  outcome: string;
}

function lookOf(outcome: string) {
  if (outcome === 'ok') return style.ok;
  return outcome === 'cancelled' || outcome === 'late' ? style.unused : style.failed;
}

export function Waterfall({
  attempts,
  totalMs,
}: {
  attempts: readonly FallingAttempt[];
  totalMs: number | null;
}) {
  const text = useCommonText();
  const format = useFormat();
  const end = Math.max(1, totalMs ?? 0, ...attempts.map((one) => one.started_ms + one.duration_ms));
  if (attempts.length === 0) return <p>{text.noAttempts}</p>;
  return (
    <ol className={style.waterfall}>
      {attempts.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: attempts have an order and no name
        <li key={at} className={style.contents}>
          <span>{one.provider}</span>
          <svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
            <rect
              className={lookOf(one.outcome)}
              x={(one.started_ms / end) * 100}
              width={Math.max(0.6, (one.duration_ms / end) * 100)}
              height="12"
              rx="1"
            />
          </svg>
          <span className={style.took}>
            {one.outcome === 'ok' ? '' : `${one.outcome} · `}
            {format.ms(one.duration_ms)}
          </span>
        </li>
      ))}
    </ol>
  );
}
