// Providers as a line of lights: the status in words and colour, and what they did today.
import type { ProviderLight } from '../../api/api-types.ts';
import { Chip } from '../../parts/Chip.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { STATUS_TONES, useStatusText } from '../providers/status.ts';
import style from './overview.module.css';
import { useOverviewText } from './text.ts';

export function ProviderLights({ providers }: { providers: readonly ProviderLight[] }) {
  const text = useOverviewText();
  const statuses = useStatusText();
  const format = useFormat();
  return (
    <ul className={style.lights}>
      {providers.map(({ provider, status, reason, attempts, failures }) => (
        <li key={provider} className={style.light}>
          <span className={style.name}>{provider}</span>
          <Chip tone={STATUS_TONES[status]}>{statuses[status]}</Chip>
          <span className={style.quiet}>
            {attempts === 0 ? text.notAsked : format.percent(1 - failures / attempts)}
          </span>
          {reason && <span className={style.small}>{reason}</span>}
        </li>
      ))}
    </ul>
  );
}
