// Owns the figures of providers that `/metrics` shows. Their names come from the configuration, so that the labels stay
// few.
import { Counter, Gauge, type Registry } from '@prometheus-io/client';

export interface ProviderFigures {
  provider: string;
  breaker: 'closed' | 'open' | 'half_open';
  inFlight: number;
  suspendedForMs: number;
  /** Of its last attempts. */
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
  /** How the levels of several processes become one. */
  aggregator: 'sum' | 'max';
  of(figures: ProviderFigures): number;
}

const LEVELS: Level[] = [
  {
    name: 'reelgate_provider_in_flight',
    help: 'Attempts at the provider that are not over.',
    aggregator: 'sum',
    of: ({ inFlight }) => inFlight,
  },
  {
    name: 'reelgate_provider_suspended_seconds',
    help: 'How long the provider still asks not to be called.',
    aggregator: 'max',
    of: ({ suspendedForMs }) => suspendedForMs / 1_000,
  },
  {
    name: 'reelgate_provider_recent_attempts',
    help: 'The last attempts at the provider, at most twenty in a process, that ended within an hour.',
    aggregator: 'sum',
    of: ({ recent }) => recent.attempts,
  },
  {
    name: 'reelgate_provider_recent_failures',
    help: 'Those of the last attempts at the provider that failed.',
    aggregator: 'sum',
    of: ({ recent }) => recent.failures,
  },
];

/** What attempts at each provider cost since the start, in micro-units. */
export type ProviderCosts = Map<string, number>;

/** Read when somebody looks. A provider that is gone from the figures is gone from the answer. */
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
    help: 'State of the breaker: 1 at the present one, in every process.',
    labelNames: ['provider', 'state'],
    registers: [registry],
    collect,
  });
}

/** Every configured provider has its figure from the start: a rate needs a value before the first attempt. */
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

/** Returns what is to be told of bytes that nobody asked for. */
export function registerUnaskedCounter(registry: Registry): (provider: string) => void {
  const unasked = new Counter({
    name: 'reelgate_provider_unasked_total',
    help: 'Times that the provider sent bytes nobody asked for, or answered another question.',
    labelNames: ['provider'],
    registers: [registry],
  });
  return (provider) => unasked.inc({ provider });
}

/** Returns what is to be told of every attempt. */
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
    help: 'Attempts that followed a failed one.',
    labelNames: ['provider'],
    registers,
  });
  const hedges = new Counter({
    name: 'reelgate_provider_hedges_total',
    help: 'Attempts beside a slow one.',
    labelNames: ['provider'],
    registers,
  });
  return ({ provider, role, outcome }) => {
    attempts.inc({ provider, outcome });
    if (role === 'retry') retries.inc({ provider });
    if (role === 'hedge') hedges.inc({ provider });
  };
}

/** Every process hears of the same count in the ledger, one later than another: what is left is the least that any of them knows. */
export function registerQuotasLeft(
  registry: Registry,
  left: () => readonly { provider: string; units: number }[],
): void {
  new Gauge({
    name: 'reelgate_provider_quota_left_units',
    help: 'What is left of the quota of the provider in this day or month, for all nodes together.',
    aggregator: 'min',
    labelNames: ['provider'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { provider, units } of left()) this.set({ provider }, units);
    },
  });
}
