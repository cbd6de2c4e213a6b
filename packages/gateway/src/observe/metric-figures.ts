// The form in which a process sends its figures to the one that shows them all. Types only.
import type { MetricObjectWithValues, MetricValue } from '@prometheus-io/client';

export type MetricFigures = MetricObjectWithValues<MetricValue<string>>[];
