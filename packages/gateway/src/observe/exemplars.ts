// Keeps the exemplars of the duration histogram: for each bucket the latest call whose trace is kept. Only
// OpenMetrics can carry them. The metrics package drops them when it merges the figures of several processes, so they
// are added again here.
import { type MetricObjectWithValues, type MetricValue, Registry } from '@prometheus-io/client';
import type { Variant } from '../domain/call.ts';
import type { Clock } from '../domain/clock.ts';

/** The form in which a process sends its figures to the one that shows them all. Types only. */
export type MetricFigures = MetricObjectWithValues<MetricValue<string>>[];

export const DURATION_METRIC = 'reelgate_call_duration_seconds';

/** The form that the package uses. */
interface Exemplar {
  labelSet: { trace_id: string };
  value: number;
  /** In seconds. */
  timestamp: number;
}

/** A value of the histogram, as the package returns it. */
interface BucketValue {
  labels: { variant?: string; le?: string | number };
  metricName?: string;
  exemplar?: Exemplar | null;
}

/** At most one for each bucket of each variant. */
export class Exemplars {
  readonly #clock: Pick<Clock, 'nowMs'>;
  readonly #byBucket = new Map<string, Exemplar>();

  constructor(clock: Pick<Clock, 'nowMs'>) {
    this.#clock = clock;
  }

  note(variant: Variant, call: { seconds: number; traceId: string; bound: string }): void {
    const { seconds, traceId, bound } = call;
    const timestamp = this.#clock.nowMs() / 1_000;
    this.#byBucket.set(`${variant} ${bound}`, {
      labelSet: { trace_id: traceId },
      value: seconds,
      timestamp,
    });
  }

  /** Adds the exemplars to the figures, so that they are sent to other processes with them. */
  addTo(figures: MetricFigures): MetricFigures {
    for (const value of bucketsIn(figures)) {
      const exemplar = this.#byBucket.get(bucketName(value));
      if (exemplar !== undefined) value.exemplar = exemplar;
    }
    return figures;
  }
}

/** The figures of several processes as one text, with the latest exemplar of each bucket. */
export function renderOpenMetrics(all: MetricFigures[]): Promise<string> {
  const latest = new Map<string, Exemplar>();
  for (const value of all.flatMap(bucketsIn)) {
    const { exemplar = null } = value;
    const knownAt = latest.get(bucketName(value))?.timestamp ?? 0;
    if (exemplar !== null && exemplar.timestamp > knownAt) latest.set(bucketName(value), exemplar);
  }
  const registry = aggregate(all.map(withFamilyNames));
  const duration = registry.getSingleMetric(DURATION_METRIC) as unknown as { get(): MetricFigures[number] };
  for (const value of bucketsIn([duration.get()])) {
    const exemplar = latest.get(bucketName(value));
    if (exemplar !== undefined) value.exemplar = exemplar;
  }
  return registry.metrics();
}

/**
 * OpenMetrics names a counter without `_total` and its samples with it. The package appends `_total` to every sample,
 * even when the name already ends with it.
 */
const withFamilyNames = (figures: MetricFigures): MetricFigures =>
  figures.map((metric) => ({
    ...metric,
    name: String(metric.type) === 'counter' ? metric.name.replace(/_total$/, '') : metric.name,
  }));

/** The package's types lack the second parameter. */
const aggregate = (all: MetricFigures[]) =>
  (Registry.aggregate as (all: MetricFigures[], type: string) => Registry)(
    all,
    Registry.OPENMETRICS_CONTENT_TYPE,
  );

function bucketsIn(figures: MetricFigures): BucketValue[] {
  const duration = figures.find(({ name }) => name === DURATION_METRIC);
  return ((duration?.values ?? []) as BucketValue[]).filter(({ labels }) => labels.le !== undefined);
}

const bucketName = ({ labels }: BucketValue) => `${labels.variant} ${labels.le}`;
