// What each platform contributed to a page of a search over several platforms.
import type { PlatformReport } from '../../api/api-types.ts';
import { Chip } from '../../parts/Chip.tsx';
import { usePlatformName } from '../../shell/made-up.ts';
import { usePortalText } from '../text.ts';
import style from './playground.module.css';

export function Legs({ legs }: { legs: readonly PlatformReport[] }) {
  const text = usePortalText();
  const platformName = usePlatformName();
  return (
    <ul className={style.said}>
      {legs.map(({ platform, status, items }) => (
        <li key={platform}>
          <Chip tone={status === 'ok' ? 'good' : 'plain'}>
            {platformName(platform)} · {status === 'ok' ? text.items(items) : text.legStates[status]}
          </Chip>
        </li>
      ))}
    </ul>
  );
}
