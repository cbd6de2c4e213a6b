// The metrics of calls that have not started: how many wait, and how many were refused because the queue was full.
// They are counted by the queue and read here at each scrape.
import { Counter, Gauge, type Registry } from '@prometheus-io/client';

export interface AdmissionFigures {
  waiting: number;
  /** Since the start of the process. */
  refused: number;
}

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
