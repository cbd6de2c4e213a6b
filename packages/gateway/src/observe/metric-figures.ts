// Owns the shape in which figures travel from one process to the one that shows them all. A type alone.
import type { MetricObjectWithValues, MetricValue } from '@prometheus-io/client';

export type MetricFigures = MetricObjectWithValues<MetricValue<string>>[];
