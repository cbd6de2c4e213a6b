// How much of a limit is used, as words and as a bar. The words say all that the bar shows.
import type { ReactNode } from 'react';
import { joined } from './joined.ts';
import style from './meter.module.css';

/** Share of a limit of money from which it is highlighted. */
const NEARLY = 0.8;
const WIDTH = 100;

interface MeterProps {
  /** From 0 to 1; more is drawn as 1. */
  share: number;
  /** True for money: the bar changes its colour when the limit is near. */
  warns?: boolean;
  /** As wide as its place. */
  wide?: boolean;
  children: ReactNode;
}

export function Meter({ share, warns = false, wide = false, children }: MeterProps) {
  const used = Math.min(1, share);
  return (
    <div className={joined(style.meter, wide && style.wide)}>
      <span>{children}</span>
      <svg viewBox={`0 0 ${WIDTH} 4`} preserveAspectRatio="none" aria-hidden="true">
        <rect className={style.track} width={WIDTH} height="4" />
        <rect
          className={joined(style.used, warns && used >= NEARLY && style.nearly)}
          width={used * WIDTH}
          height="4"
        />
      </svg>
    </div>
  );
}
