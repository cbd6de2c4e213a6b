// When a watch runs. Runs have fixed times on a grid in UTC, so that a slow or late run does not move the next one.
import { createHash } from 'node:crypto';
import { MINUTE_MS } from '../duration.ts';

const UNIT_MS = { m: MINUTE_MS, h: 60 * MINUTE_MS, d: 24 * 60 * MINUTE_MS } as const;

/** More often costs more than it finds: the caches of platforms are minutes old. */
export const EVERY_MS_MIN = 15 * MINUTE_MS;
/** Less often than once a week is a search by hand. */
export const EVERY_MS_MAX = 7 * UNIT_MS.d;
/** `auto` never waits longer than a day. */
const AUTO_MS_MAX = UNIT_MS.d;
/** The first distance of `auto`, before anything is known about the list. */
export const AUTO_MS_FIRST = UNIT_MS.h;

/** The distance between runs in milliseconds; null when the text says none that is allowed. */
export function readEvery(text: string): number | null {
  const match = /^([1-9]\d{0,4})([mhd])$/.exec(text);
  if (match === null) return null;
  const ms = Number(match[1]) * UNIT_MS[match[2] as keyof typeof UNIT_MS];
  return ms >= EVERY_MS_MIN && ms <= EVERY_MS_MAX ? ms : null;
}

/** In the largest unit that needs no fraction. */
export function everyText(everyMs: number): string {
  const unit = (['d', 'h', 'm'] as const).find((each) => everyMs % UNIT_MS[each] === 0) ?? 'm';
  return `${everyMs / UNIT_MS[unit]}${unit}`;
}

/** What is asked. */
interface Question {
  path: string;
  query: Readonly<Record<string, string>>;
}

/** The same for equal questions, whatever the sequence of their parameters. */
function questionText({ path, query }: Question): string {
  return JSON.stringify([path, ...Object.entries(query).sort(([one], [other]) => (one < other ? -1 : 1))]);
}

/**
 * Where the grid of a question begins. Equal questions with equal distances have equal slots, also of several accounts: their runs meet in
 * the cache, or share one request. Different questions are spread over the whole distance.
 */
export function offsetOf(question: Question, everyMs: number): number {
  return createHash('sha256').update(questionText(question)).digest().readUIntBE(0, 6) % everyMs;
}

/** The first slot after this time. */
export function nextSlot(afterMs: number, everyMs: number, offsetMs: number): number {
  return (Math.floor((afterMs - offsetMs) / everyMs) + 1) * everyMs + offsetMs;
}

/** Whether the schedule has a slot at this time. */
export function isSlot(atMs: number, everyMs: number, offsetMs: number): boolean {
  return nextSlot(atMs - 1, everyMs, offsetMs) === atMs;
}

/** Failures in a row double the distance, up to a day. The next try is on the grid. */
export function slotAfterFailure(
  atMs: number,
  { everyMs, offsetMs, failures }: { everyMs: number; offsetMs: number; failures: number },
): number {
  const distanceMs = Math.min(everyMs * 2 ** failures, Math.max(everyMs, UNIT_MS.d));
  return nextSlot(atMs + distanceMs - everyMs, everyMs, offsetMs);
}

/** How `auto` goes on after a run: half the distance when the run found something, double when it found nothing. */
export function nextAuto(everyMs: number, hasFound: boolean): number {
  return hasFound ? Math.max(EVERY_MS_MIN, everyMs / 2) : Math.min(AUTO_MS_MAX, everyMs * 2);
}
