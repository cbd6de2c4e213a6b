// The metrics of providers. Their names come from the configuration, so the number of labels is limited.
import { Counter, Gauge, type Registry } from '@prometheus-io/client';

export interface ProviderFigures {
  provider: string;
  breaker: 'closed' | 'open' | 'half_open';
  inFlight: number;
  suspendedForMs: number;
  /** Its latest attempts. */
  recent: { attempts: number; failures: number };
}

export interface EndedAttempt {
  provider: string;
  role: 'first' | 'retry' | 'hedge';
  /** `ok`, `cancelled`, a kind of failure, or `local` when the gateway's own limit refused it. */
  outcome: string;
}

const STATES = ['closed', 'open', 'half_open'] as const;

interface Level {
  name: string;
  help: string;
  /** How the values of several processes are merged. */
  aggregator: 'sum' | 'max';
  of(figures: ProviderFigures): number;
}

const LEVELS: Level[] = [
  {
    name: 'reelgate_provider_in_flight',
    help: 'Attempts at the provider that are running.',
    aggregator: 'sum',
    of: ({ inFlight }) => inFlight,
  },
  {
    name: 'reelgate_provider_suspended_seconds',
    help: 'How many more seconds the provider has asked not to be called.',
    aggregator: 'max',
    of: ({ suspendedForMs }) => suspendedForMs / 1_000,
  },
  {
    name: 'reelgate_provider_recent_attempts',
    help: 'The latest attempts at the provider that ended within an hour, at most twenty per process.',
    aggregator: 'sum',
    of: ({ recent }) => recent.attempts,
  },
  {
    name: 'reelgate_provider_recent_failures',
    help: 'How many of the latest attempts at the provider failed.',
    aggregator: 'sum',
    of: ({ recent }) => recent.failures,
  },
];

/** What attempts at each provider cost since the start, in micro-units. */
export type ProviderCosts = Map<string, number>;

/** Read at each scrape. A provider that is no longer in the figures is no longer shown. */
export function registerProviderLevels(registry: Registry, figures: () => readonly ProviderFigures[]): void {
  for (const { name, help, aggregator, of } of LEVELS) {
    const collect = (): void => {
      gauge.reset();
      for (const one of figures()) gauge.set({ provider: one.provider }, of(one));
    };
    const gauge = new Gauge({
      name,
      help,
      aggregator,
      labelNames: ['provider'],
      registers: [registry],
      collect,
    });
  }
  const collect = (): void => {
    breaker.reset();
    for (const { provider, breaker: now } of figures()) {
      for (const state of STATES) breaker.set({ provider, state }, state === now ? 1 : 0);
    }
  };
  const breaker = new Gauge({
    name: 'reelgate_provider_state',
    help: 'State of the circuit breaker, summed over processes: 1 for the current state of each.',
    labelNames: ['provider', 'state'],
    registers: [registry],
    collect,
  });
}

/** Every configured provider has a value from the start: a rate needs a value before the first attempt. */
export function registerCosts(
  registry: Registry,
  names: () => readonly string[],
  costs: Readonly<ProviderCosts>,
): void {
  new Counter({
    name: 'reelgate_provider_cost_micros_total',
    help: 'What attempts at the provider cost the operator, in millionths of the currency.',
    labelNames: ['provider'],
    registers: [registry],
    collect() {
      this.reset();
      for (const provider of new Set([...names(), ...costs.keys()]))
        this.inc({ provider }, costs.get(provider) ?? 0);
    },
  });
}

/** Returns the function to call when unrequested bytes arrive. */
export function registerUnaskedCounter(registry: Registry): (provider: string) => void {
  const unasked = new Counter({
    name: 'reelgate_provider_unasked_total',
    help: 'How often the provider sent bytes that were not requested, or answered another request.',
    labelNames: ['provider'],
    registers: [registry],
  });
  return (provider) => unasked.inc({ provider });
}

/** Returns the function to call for every ended attempt. */
export function registerAttemptCounters(registry: Registry): (attempt: EndedAttempt) => void {
  const registers = [registry];
  const attempts = new Counter({
    name: 'reelgate_provider_attempts_total',
    help: 'Attempts by provider and outcome.',
    labelNames: ['provider', 'outcome'],
    registers,
  });
  const retries = new Counter({
    name: 'reelgate_provider_retries_total',
    help: 'Attempts that followed a failed attempt of the same call.',
    labelNames: ['provider'],
    registers,
  });
  const hedges = new Counter({
    name: 'reelgate_provider_hedges_total',
    help: 'Attempts that were started beside a slow one (hedges).',
    labelNames: ['provider'],
    registers,
  });
  return ({ provider, role, outcome }) => {
    attempts.inc({ provider, outcome });
    if (role === 'retry') retries.inc({ provider });
    if (role === 'hedge') hedges.inc({ provider });
  };
}

/**
 * Every process reads the same count from the ledger, some later than others. So the smallest value is the most
 * recent.
 */
export function registerQuotasLeft(
  registry: Registry,
  left: () => readonly { provider: string; units: number }[],
): void {
  new Gauge({
    name: 'reelgate_provider_quota_left_units',
    help: "Units left of the provider's quota in the current day or month, for all nodes together.",
    aggregator: 'min',
    labelNames: ['provider'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { provider, units } of left()) this.set({ provider }, units);
    },
  });
}
