// Owns what is shown of the process itself: its CPU, memory, event loop and garbage collector. It is measured once for each process,
// however many gateways run in it, because the package starts a timer for it that nobody can stop.
import { collectDefaultMetrics, Registry } from '@prometheus-io/client';

let measured: Registry | null = null;

export function registerProcessMetrics(registry: Registry): void {
  measured ??= measure();
  for (const { name } of measured.getMetricsAsArray())
    registry.registerMetric(measured.getSingleMetric(name)!);
}

function measure(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}
