// Owns a provider's state in one mark and few words.
import type { Provider } from '../../api/api-types.ts';
import { Chip, type Tone } from '../../parts/Chip.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { useProvidersText } from './text.ts';

export function toneOf({ health }: Provider): Tone {
  if (health.state === 'open' || health.suspended_for_ms > 0) return 'bad';
  return health.state === 'half_open' || health.demoted ? 'warn' : 'good';
}

export function Health({ provider }: { provider: Provider }) {
  const text = useProvidersText();
  const format = useFormat();
  const { health } = provider;
  const waits = Math.max(health.ejected_for_ms, health.suspended_for_ms);
  const words = [
    health.suspended_for_ms > 0 ? text.suspended : text.states[health.state],
    health.demoted && text.demoted,
    waits > 0 && text.triesIn(format.ms(waits)),
  ].filter(Boolean);
  return <Chip tone={toneOf(provider)}>{words.join(' · ')}</Chip>;
}
