// Shows progress while a command works. On a terminal: a bar with rate and time left, redrawn in place. Otherwise: a line every few
// seconds. It goes to standard error, so that standard output has only the answer.
import type { CliWorld } from './world.ts';

interface Progress {
  done: number;
  total: number;
  /** The number that the rate is computed from, such as records. */
  count: number;
  unit: string;
  elapsedMs: number;
  /** True: nothing moves now, so the time left is not known. */
  isWaiting?: boolean;
  /** Printed after the figures. */
  note?: string;
}

const BAR_CHARS = 24;
/** A shorter bar shows nothing. A line that is still too long is cut. */
const BAR_CHARS_MIN = 8;
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

/** At most `columns` characters: a line that wraps cannot be redrawn in place. */
export function progressLine(progress: Progress, columns = Number.POSITIVE_INFINITY): string {
  const { done, total, count, unit, elapsedMs, isWaiting = false, note } = progress;
  const part = total === 0 ? 1 : Math.min(1, done / total);
  const left = part === 0 ? '…' : formatDuration((elapsedMs * (1 - part)) / part);
  const figures = [
    ` ${String(Math.floor(part * 100)).padStart(3)} %`,
    `${count} ${unit}`,
    ...(isWaiting ? [] : [`${ratePerSecond(count, elapsedMs)}/s`, `${left} left`]),
    ...(note === undefined ? [] : [note]),
  ].join('  ');
  const width = Math.max(BAR_CHARS_MIN, Math.min(BAR_CHARS, columns - figures.length));
  const filled = Math.round(part * width);
  return ('█'.repeat(filled) + '░'.repeat(width - filled) + figures).slice(0, columns);
}

/** When only standard error is a terminal, its width is not known. */
const COLUMNS_DEFAULT = 80;
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

  tell(progress: CurrentProgress): void {
    const nowMs = this.#world.clock.monotonicMs();
    const now = { ...progress, elapsedMs: nowMs - this.#startedMs };
    // The last column stays free, because some terminals wrap when it is written.
    if (this.#world.isTerminal)
      this.#world.err(LINE_START + progressLine(now, (this.#world.columns ?? COLUMNS_DEFAULT) - 1));
    else if (nowMs - this.#toldMs >= PLAIN_LINE_MS) {
      this.#toldMs = nowMs;
      this.#world.err(`${progressLine(now)}\n`);
    }
  }

  /** Call before anything else is written. */
  clear(): void {
    if (this.#world.isTerminal) this.#world.err(LINE_START);
  }
}
