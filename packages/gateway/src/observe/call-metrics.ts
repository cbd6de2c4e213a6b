// The metrics of calls: how they ended, how long they took, what they were charged. Every call is counted here, so
// the counts are plain numbers until a scrape.
import { Counter, Gauge, Histogram, type Registry } from '@prometheus-io/client';
import type { Variant } from '../domain/call.ts';
import type { FailureCode } from '../domain/failure.ts';
import { DURATION_METRIC, type Exemplars } from './exemplars.ts';

export interface CountedCall {
  variant: Variant;
  /** `ok`, `replayed` or a failure code. */
  outcome: string;
  durationMs: number;
  chargedMicros: number;
  /** The id of a kept trace; the histogram shows it as an exemplar of its bucket. null when the trace is not kept. */
  traceId: string | null;
}

/** In seconds, from a cached answer to the deadline of a call. */
const DURATION_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];

const VARIANTS: readonly Variant[] = ['economy', 'stable'];

/**
 * Outcomes that are shown from the start. A counter that first appears with its first call has no earlier value, so a
 * rate would miss that call.
 */
const FROM_THE_START: readonly ('ok' | 'replayed' | FailureCode)[] = [
  'ok',
  'replayed',
  'UPSTREAM_ERROR',
  'UPSTREAM_REFUSED',
  'UPSTREAM_BUSY',
  'UPSTREAM_TIMEOUT',
  'OVERLOADED',
  'STORAGE_UNAVAILABLE',
  'INTERNAL',
];

/** Returns the function to call for every ended call. */
export function registerCallMetrics(registry: Registry, exemplars: Exemplars): (call: CountedCall) => void {
  const counts = new Map(VARIANTS.map((variant) => [variant, zeros()]));
  const charged = { micros: 0 };
  registerTotals(registry, counts, charged);
  const duration = new Histogram({
    name: DURATION_METRIC,
    help: 'Time from a data request to its outcome, in seconds.',
    labelNames: ['variant'],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  });
  for (const variant of VARIANTS) duration.zero({ variant });
  const of = {
    economy: duration.labels({ variant: 'economy' }),
    stable: duration.labels({ variant: 'stable' }),
  };
  return ({ variant, outcome, durationMs, chargedMicros, traceId }) => {
    const byOutcome = counts.get(variant)!;
    byOutcome.set(outcome, (byOutcome.get(outcome) ?? 0) + 1);
    charged.micros += chargedMicros;
    const seconds = durationMs / 1_000;
    of[variant].observe(seconds);
    if (traceId !== null) exemplars.note(variant, { seconds, traceId, bound: boundOf(seconds) });
  };
}

const zeros = () => new Map<string, number>(FROM_THE_START.map((outcome) => [outcome, 0]));

/** The bucket, as the label `le` writes it. */
function boundOf(seconds: number): string {
  return String(DURATION_BUCKETS.find((bound) => seconds <= bound) ?? '+Inf');
}

function registerTotals(
  registry: Registry,
  counts: ReadonlyMap<Variant, ReadonlyMap<string, number>>,
  charged: Readonly<{ micros: number }>,
): void {
  const registers = [registry];
  new Counter({
    name: 'reelgate_calls_total',
    help: 'Data calls by variant and outcome.',
    labelNames: ['variant', 'outcome'],
    registers,
    collect() {
      this.reset();
      for (const [variant, byOutcome] of counts) {
        for (const [outcome, count] of byOutcome) this.inc({ variant, outcome }, count);
      }
    },
  });
  new Counter({
    name: 'reelgate_charged_micros_total',
    help: 'Amounts that calls of this process were charged, in millionths of the currency.',
    registers,
    collect() {
      this.reset();
      this.inc(charged.micros);
    },
  });
}

export interface AdmissionFigures {
  waiting: number;
  /** Since the start of the process. */
  refused: number;
}

/**
 * The metrics of calls that have not started: how many wait, and how many were refused because the queue was full.
 * They are counted by the queue and read here at each scrape.
 */
export function registerAdmissionMetrics(registry: Registry, figures: () => AdmissionFigures): void {
  const registers = [registry];
  new Gauge({
    name: 'reelgate_calls_waiting',
    help: 'Calls that wait to be started.',
    registers,
    collect() {
      this.set(figures().waiting);
    },
  });
  new Counter({
    name: 'reelgate_calls_shed_total',
    help: 'Calls refused because too many were waiting.',
    registers,
    collect() {
      this.reset();
      this.inc(figures().refused);
    },
  });
}
