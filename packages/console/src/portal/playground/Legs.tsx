// Owns what each platform brought to a page of a search over many.
import { Chip } from '../../parts/Chip.tsx';
import { usePortalText } from '../text.ts';
import style from './playground.module.css';
import type { PlatformLeg } from './use-run.ts';

export function Legs({ legs }: { legs: readonly PlatformLeg[] }) {
  const text = usePortalText();
  return (
    <ul className={style.said}>
      {legs.map(({ platform, status, items }) => (
        <li key={platform}>
          <Chip tone={status === 'ok' ? 'good' : 'plain'}>
            {platform} · {status === 'ok' ? text.items(items) : text.legStates[status]}
          </Chip>
        </li>
      ))}
    </ul>
  );
}
