// A small mark of a state. Its text names the state; the colour only repeats it.
import type { ReactNode } from 'react';
import style from './controls.module.css';
import { joined } from './joined.ts';

export type Tone = 'good' | 'warn' | 'bad' | 'plain';

export function Chip({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={joined(style.chip, tone !== 'plain' && style[tone])}>{children}</span>;
}
