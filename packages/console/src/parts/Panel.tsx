// A panel: heading, one link or action, and content.
import { type ReactNode, useId } from 'react';
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
