// Owns providers as a line of lights: the state in words and colour, and how fast and well each answers.
import type { Provider } from '../../api/api-types.ts';
import { useFormat } from '../../shell/use-format.ts';
import { Health } from '../providers/Health.tsx';
import style from './overview.module.css';

export function ProviderLights({ providers }: { providers: readonly Provider[] }) {
  const format = useFormat();
  return (
    <ul className={style.lights}>
      {providers.map((provider) => (
        <li key={provider.name} className={style.light}>
          <span className={style.name}>{provider.name}</span>
          <Health provider={provider} />
          <span className={style.quiet}>
            {[
              provider.health.p95_ms !== null && `p95 ${format.ms(Math.round(provider.health.p95_ms))}`,
              provider.health.success_rate !== null && format.percent(provider.health.success_rate),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  );
}
