// Owns the progress bar: one line that is written over itself, with rate and time left. Pure; the caller has the
// terminal and the clock.
export interface Progress {
  done: number;
  total: number;
  /** What the rate counts, such as records. */
  count: number;
  unit: string;
  elapsedMs: number;
}

const BAR_CHARS = 24;
/** Goes to the start of the line and clears it, so that a shorter line leaves no rest of a longer one. */
export const LINE_START = '\r\u001b[K';

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
