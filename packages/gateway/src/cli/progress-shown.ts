// Owns how progress is told while a command works: a bar that is written over itself on a terminal, and a line now and then without one. It
// writes to standard error, so that the answer of the command stands alone.
import { LINE_START, type Progress, progressLine } from './progress.ts';
import type { CliWorld } from './world.ts';

/** Without a terminal, a line this often: enough to see life in a log. */
const PLAIN_LINE_MS = 10_000;

type Told = Omit<Progress, 'elapsedMs'>;

export class ProgressShown {
  readonly #world: CliWorld;
  readonly #startedMs: number;
  #toldMs: number;

  constructor(world: CliWorld) {
    this.#world = world;
    this.#startedMs = world.clock.monotonicMs();
    this.#toldMs = this.#startedMs;
  }

  /** `note` stands behind the figures. */
  tell(progress: Told, note = ''): void {
    const nowMs = this.#world.clock.monotonicMs();
    const line = progressLine({ ...progress, elapsedMs: nowMs - this.#startedMs }) + note;
    if (this.#world.isTerminal) this.#world.err(LINE_START + line);
    else if (nowMs - this.#toldMs >= PLAIN_LINE_MS) {
      this.#toldMs = nowMs;
      this.#world.err(`${line}\n`);
    }
  }

  /** Before anything else is written. */
  clear(): void {
    if (this.#world.isTerminal) this.#world.err(LINE_START);
  }
}
