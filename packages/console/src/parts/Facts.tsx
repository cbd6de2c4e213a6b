// A list of names and values.
import type { ReactNode } from 'react';
import style from './panel.module.css';

/** Name and value; what is false or null is left out. */
export type Fact = readonly [name: string, value: ReactNode] | false | null;

export function Facts({ rows }: { rows: readonly Fact[] }) {
  const shown = rows.filter((row) => row !== false && row !== null);
  if (shown.length === 0) return null;
  return (
    <dl className={style.facts}>
      {shown.map(([name, value]) => (
        <div key={name} className={style.contents}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A large number with its label and a comparison. */
export function Figures({ children }: { children: ReactNode }) {
  return <dl className={style.figures}>{children}</dl>;
}

export function Figure({ label, value, note }: { label: string; value: ReactNode; note?: ReactNode }) {
  return (
    <div className={style.figure}>
      <dt className={style.figureLabel}>{label}</dt>
      <dd className={style.figureValue} data-figure={label}>
        {value}
      </dd>
      {note && <dd className={style.figureNote}>{note}</dd>}
    </div>
  );
}
