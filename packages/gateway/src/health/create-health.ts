// The health of all providers, by name and bounded: when full, the least recently used provider is forgotten. In memory only;
// opens nothing.
import type { Chance, Clock } from '../domain/clock.ts';
import type { AttemptEnding, AttemptRole, Health, HealthReports } from './health.ts';
import { ProviderHealth } from './provider-health.ts';

/** Far more providers than are ever configured; names that a reload removed drop out in the end. About 20 MB when full. */
export const PROVIDERS_MAX = 1_000;

interface HealthDeps {
  clock: Clock;
  chance: Chance;
  /** For metrics: called once for every attempt that has ended. */
  onAttempt?(provider: string, role: AttemptRole, ending: AttemptEnding): void;
}

export function createHealth({ clock, chance, onAttempt }: HealthDeps): Health & HealthReports {
  /** When full, the least recently used first. Until then nothing has to be dropped, so the order is not kept. */
  const known = new Map<string, ProviderHealth>();

  function of(provider: string): ProviderHealth {
    const found = known.get(provider);
    if (found !== undefined && known.size < PROVIDERS_MAX) return found;
    const health = found ?? new ProviderHealth(clock, chance);
    known.delete(provider);
    known.set(provider, health);
    const [oldest] = known.keys();
    if (known.size > PROVIDERS_MAX && oldest !== undefined) known.delete(oldest);
    return health;
  }

  return {
    view: (provider) => of(provider).view(),
    resume: (provider) => known.get(provider)?.resume(),
    forget(provider) {
      known.delete(provider);
    },
    callBegan(providers) {
      for (const provider of providers) of(provider).callBegan();
    },
    pageBegan: (provider) => of(provider).pageBegan(),
    attemptBegan(provider, role) {
      const end = of(provider).attemptBegan(role);
      let isOver = false;
      return (ending) => {
        end(ending);
        if (!isOver) onAttempt?.(provider, role, ending);
        isOver = true;
      };
    },
    report: (provider) => (known.get(provider) ?? new ProviderHealth(clock, chance)).report(provider),
    snapshot() {
      const names = [...known.keys()].sort();
      return names.map((provider) => known.get(provider)!.report(provider));
    },
  };
}
