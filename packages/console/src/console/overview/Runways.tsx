// Owns accounts whose money ends soon.
import type { Runway } from '../../api/api-types.ts';
import { useFormat } from '../../shell/use-format.ts';
import style from './overview.module.css';
import { useOverviewText } from './text.ts';

const HOURS_IN_DAY = 24;

export function Runways({ runways, currency }: { runways: readonly Runway[]; currency: string }) {
  const text = useOverviewText();
  const format = useFormat();
  const left = (days: number) =>
    days < 1
      ? text.hours(format.count(Math.max(1, Math.round(days * HOURS_IN_DAY))))
      : text.days(format.count(Math.round(days)));
  return (
    <>
      <h2>{text.dry}</h2>
      {runways.length === 0 && <p className={style.small}>{text.noneDry}</p>}
      <ul className={style.lights}>
        {runways.map(({ account_id, account_name, available, days }) => (
          <li key={account_id} className={style.light}>
            <a href={`#/accounts/${account_id}`}>{account_name}</a>
            <span className={style.amount}>{format.sum(available, currency)}</span>
            {days !== null && <span className={style.small}>{text.left(left(days))}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}
