// Shown instead of an empty list: why it is empty, and the next step.
import type { ReactNode } from 'react';
import style from './panel.module.css';

export function Empty({ children }: { children: ReactNode }) {
  return <div className={style.empty}>{children}</div>;
}
