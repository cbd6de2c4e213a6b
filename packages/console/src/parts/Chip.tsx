// A small mark of a state. Its text names the state; the colour only repeats it.
import type { ReactNode } from 'react';
import style from './controls.module.css';
import { joined } from './joined.ts';

export type Tone = 'good' | 'warn' | 'bad' | 'plain';

interface ChipProps {
  tone?: Tone;
  /** The whole text, where there may be too little room for it. */
  title?: string;
  children: ReactNode;
}

export function Chip({ tone = 'plain', title, children }: ChipProps) {
  return (
    <span className={joined(style.chip, tone !== 'plain' && style[tone])} title={title}>
      {children}
    </span>
  );
}
