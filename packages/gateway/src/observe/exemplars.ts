// Owns the calls that stand as examples in the histogram of durations: of each bucket, the latest whose trace is kept. Only OpenMetrics has
// a place for them, and the package keeps none when the figures of several processes become one.
import { Registry } from '@prometheus-io/client';
import type { Variant } from '../domain/call.ts';
import type { Clock } from '../domain/clock.ts';
import type { MetricFigures } from './metric-figures.ts';

export const DURATION_METRIC = 'reelgate_call_duration_seconds';

/** In the words of the package. */
interface Exemplar {
  labelSet: { trace_id: string };
  value: number;
  /** In seconds. */
  timestamp: number;
}

/** A value of the histogram, as the package hands it over. */
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

  /** The figures with the examples in them, so that they travel to other processes. */
  addTo(figures: MetricFigures): MetricFigures {
    for (const value of bucketsIn(figures)) {
      const exemplar = this.#byBucket.get(bucketName(value));
      if (exemplar !== undefined) value.exemplar = exemplar;
    }
    return figures;
  }
}

/** The figures of several processes as one text, with the latest example of each bucket. */
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
 * OpenMetrics names a counter without `_total` and its samples with it. The package appends `_total` to every sample of a counter, also
 * where its name ends so already.
 */
const withFamilyNames = (figures: MetricFigures): MetricFigures =>
  figures.map((metric) => ({
    ...metric,
    name: String(metric.type) === 'counter' ? metric.name.replace(/_total$/, '') : metric.name,
  }));

/** The declared types of the package leave out the second parameter. */
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
