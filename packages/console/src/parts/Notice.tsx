// A highlighted sentence, with an action.
import type { ReactNode } from 'react';
import type { Tone } from './Chip.tsx';
import { joined } from './joined.ts';
import style from './panel.module.css';

export function Notice({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return <div className={joined(style.notice, tone !== 'plain' && style[`notice${tone}`])}>{children}</div>;
}

/** Shown instead of an empty list: why it is empty, and the next step. */
export function Empty({ children }: { children: ReactNode }) {
  return <div className={style.empty}>{children}</div>;
}
