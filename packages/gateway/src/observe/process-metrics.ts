// The metrics of the process: CPU, memory, event loop and garbage collector. Measured once per process, however many
// gateways run in it, because the package starts a timer that cannot be stopped.
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
