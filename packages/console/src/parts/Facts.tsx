// A list of names and values.
import type { ReactNode } from 'react';
import style from './panel.module.css';

export function Facts({ rows }: { rows: readonly (readonly [string, ReactNode] | false | null)[] }) {
  return (
    <dl className={style.facts}>
      {rows
        .filter((row) => row !== false && row !== null)
        .map(([name, value]) => (
          <div key={name} className={style.contents}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
