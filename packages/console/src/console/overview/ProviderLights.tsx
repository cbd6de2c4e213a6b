// Owns providers as a line of lights: the state in words and colour, and what they did today.
import type { ProviderLight } from '../../api/api-types.ts';
import { Chip } from '../../parts/Chip.tsx';
import { useFormat } from '../../shell/use-format.ts';
import style from './overview.module.css';
import { useOverviewText } from './text.ts';

const TONES = { good: 'good', warn: 'warn', bad: 'bad', unknown: 'plain' } as const;

export function ProviderLights({ providers }: { providers: readonly ProviderLight[] }) {
  const text = useOverviewText();
  const format = useFormat();
  return (
    <ul className={style.lights}>
      {providers.map(({ provider, state, reason, attempts, failures }) => (
        <li key={provider} className={style.light}>
          <span className={style.name}>{provider}</span>
          <Chip tone={TONES[state]}>{text.lights[state]}</Chip>
          <span className={style.quiet}>
            {attempts === 0 ? text.notAsked : format.percent(1 - failures / attempts)}
          </span>
          {reason && <span className={style.small}>{reason}</span>}
        </li>
      ))}
    </ul>
  );
}
