// Elements side by side that wrap on narrow screens.
import type { ReactNode } from 'react';
import style from './controls.module.css';
import { joined } from './joined.ts';

export function Row({ children, end = false }: { children: ReactNode; end?: boolean }) {
  return <div className={joined(style.row, end && style.end)}>{children}</div>;
}

/** A field with its button: the field takes the available width, up to the length of an id. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={joined(style.row, style.end, style.fieldRow)}>{children}</div>;
}
