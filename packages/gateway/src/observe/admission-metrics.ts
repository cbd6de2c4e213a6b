// Owns the figures of calls that are not begun yet, as `/metrics` shows them: who waits, and who was refused because too many
// did. They are counted where they arise and only read here, when somebody looks.
import { Counter, Gauge, type Registry } from '@prometheus-io/client';

export interface DoorFigures {
  waiting: number;
  /** Since the start. */
  refused: number;
}

export function registerDoorMetrics(registry: Registry, figures: () => DoorFigures): void {
  const registers = [registry];
  new Gauge({
    name: 'reelgate_calls_waiting',
    help: 'Calls that wait to be begun.',
    registers,
    collect() {
      this.set(figures().waiting);
    },
  });
  new Counter({
    name: 'reelgate_calls_shed_total',
    help: 'Calls refused unread because too many waited.',
    registers,
    collect() {
      this.reset();
      this.inc(figures().refused);
    },
  });
}
