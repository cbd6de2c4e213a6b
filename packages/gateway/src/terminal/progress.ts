// Shows progress while a command works. On a terminal: a bar with rate and time left, redrawn in place. Otherwise: a line every few
// seconds. It goes to standard error, so that standard output has only the answer.
import type { CliWorld } from './world.ts';

export interface Progress {
  done: number;
  total: number;
  /** The number that the rate is computed from, such as records. */
  count: number;
  unit: string;
  elapsedMs: number;
}

const BAR_CHARS = 24;
/** Moves to the start of the line and clears it, so that a shorter line leaves nothing of a longer one. */
const LINE_START = '\r\u001b[K';

export function ratePerSecond(count: number, elapsedMs: number): number {
  return elapsedMs <= 0 ? 0 : Math.round((count * 1000) / elapsedMs);
}

export function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${seconds % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export function progressLine({ done, total, count, unit, elapsedMs }: Progress): string {
  const part = total === 0 ? 1 : Math.min(1, done / total);
  const filled = Math.round(part * BAR_CHARS);
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_CHARS - filled);
  const left = part === 0 ? '…' : formatDuration((elapsedMs * (1 - part)) / part);
  const percent = String(Math.floor(part * 100)).padStart(3);
  return `${bar} ${percent} %  ${count} ${unit}  ${ratePerSecond(count, elapsedMs)}/s  ${left} left`;
}

/** Without a terminal, one line this often: enough to see in a log that work goes on. */
const PLAIN_LINE_MS = 10_000;

type CurrentProgress = Omit<Progress, 'elapsedMs'>;

export class ProgressShown {
  readonly #world: CliWorld;
  readonly #startedMs: number;
  #toldMs: number;

  constructor(world: CliWorld) {
    this.#world = world;
    this.#startedMs = world.clock.monotonicMs();
    this.#toldMs = this.#startedMs;
  }

  /** `note` is printed after the figures. */
  tell(progress: CurrentProgress, note = ''): void {
    const nowMs = this.#world.clock.monotonicMs();
    const line = progressLine({ ...progress, elapsedMs: nowMs - this.#startedMs }) + note;
    if (this.#world.isTerminal) this.#world.err(LINE_START + line);
    else if (nowMs - this.#toldMs >= PLAIN_LINE_MS) {
      this.#toldMs = nowMs;
      this.#world.err(`${line}\n`);
    }
  }

  /** Call before anything else is written. */
  clear(): void {
    if (this.#world.isTerminal) this.#world.err(LINE_START);
  }
}
