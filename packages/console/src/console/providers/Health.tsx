// A provider's status in one mark and few words.
import type { Provider } from '../../api/api-types.ts';
import { Chip } from '../../parts/Chip.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { STATUS_TONES, useStatusText } from './status.ts';
import { useProvidersText } from './text.ts';

export function Health({ provider: { status, health } }: { provider: Provider }) {
  const text = useProvidersText();
  const statuses = useStatusText();
  const format = useFormat();
  const waits = status === 'suspended' ? health.suspended_for_ms : health.ejected_for_ms;
  const words = [
    statuses[status],
    health.demoted && text.demoted,
    waits > 0 && text.triesIn(format.ms(waits)),
  ].filter(Boolean);
  return <Chip tone={STATUS_TONES[status]}>{words.join(' · ')}</Chip>;
}
