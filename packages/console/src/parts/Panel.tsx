// A panel: heading, one link or action, and content.
import { type ReactNode, useId } from 'react';
import controls from './controls.module.css';
import { joined } from './joined.ts';
import style from './panel.module.css';

export function Panel({ title, way, children }: { title?: string; way?: ReactNode; children: ReactNode }) {
  const id = useId();
  if (title === undefined) return <section className={style.panel}>{children}</section>;
  return (
    <section className={style.panel} aria-labelledby={id}>
      <div className={style.panelHead}>
        <h2 id={id}>{title}</h2>
        {way}
      </div>
      {children}
    </section>
  );
}

export function Columns({ children }: { children: ReactNode }) {
  return <div className={style.columns}>{children}</div>;
}

/** Elements side by side that wrap on narrow screens. */
export function Row({ children, end = false }: { children: ReactNode; end?: boolean }) {
  return <div className={joined(controls.row, end && controls.end)}>{children}</div>;
}

/** A field with its button: the field takes the available width, up to the length of an id. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={joined(controls.row, controls.end, controls.fieldRow)}>{children}</div>;
}
