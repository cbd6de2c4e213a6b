// Owns the providers that health knows, by name and bounded: whichever was asked about least recently is forgotten first.
// It keeps nothing beyond the process and opens nothing.
import type { Chance, Clock } from '../domain/clock.ts';
import type { AttemptEnding, AttemptRole, Health, HealthReports } from './health.ts';
import { ProviderHealth } from './provider-health.ts';

/** Far more than anybody configures; names that a reload took away fall out in the end. About 20 MB when full. */
export const PROVIDERS_MAX = 1_000;

export interface HealthDeps {
  clock: Clock;
  chance: Chance;
  /** For figures; told once of every attempt that is over. */
  onAttempt?(provider: string, role: AttemptRole, ending: AttemptEnding): void;
}

export function createHealth({ clock, chance, onAttempt }: HealthDeps): Health & HealthReports {
  /** When full, the least recently used first; before that nobody has to go, so nobody counts. */
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
