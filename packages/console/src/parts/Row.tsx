// Owns things that stand side by side and wrap where there is no room.
import type { ReactNode } from 'react';
import style from './controls.module.css';
import { joined } from './joined.ts';

export function Row({ children, end = false }: { children: ReactNode; end?: boolean }) {
  return <div className={joined(style.row, end && style.end)}>{children}</div>;
}

/** A field and what is done with it: the field takes the room that there is, up to the length of an id. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={joined(style.row, style.end, style.fieldRow)}>{children}</div>;
}
