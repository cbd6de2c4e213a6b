// How search filters are written for upstream APIs. A coarser filter is sent only if it includes everything that was asked for. What it
// lets through beyond that is left out later, by a check of each record.
import { DURATIONS, type FilterTable, type SearchFilters } from '../../domain/search-filters.ts';

/** For a search without filters of its own, whose records have a date and a duration. */
export const TIME_CHECKS: FilterTable = {
  published_after: 'checked',
  published_before: 'checked',
  duration_min: 'checked',
  duration_max: 'checked',
};

/** The same, for records that also have a height and tags. */
export const RECORD_CHECKS: FilterTable = {
  ...TIME_CHECKS,
  tag: 'checked',
  orientation: 'checked',
  min_height: 'checked',
};

/** `2026-01-31` of a moment in UTC. */
export function dayText(moment: string): string {
  return moment.slice(0, 10);
}

export function unixSeconds(moment: string): string {
  return String(Math.floor(Date.parse(moment) / 1_000));
}

/** A class of durations: its name in the API, and its bounds in seconds, both included. */
export type LengthClass = readonly [name: string, min: number, max: number];

/** YouTube's classes of duration, by their names in its API. */
export const YOUTUBE_LENGTHS: LengthClass[] = Object.entries<SearchFilters>(DURATIONS).map(
  ([name, { duration_min = '0', duration_max = 'Infinity' }]) => [
    name,
    Number(duration_min),
    Number(duration_max),
  ],
);

/** For an API that counts whole seconds: the bounds in seconds that include the same videos. */
export function wholeSeconds({ duration_min: min, duration_max: max }: SearchFilters): {
  min: string | undefined;
  max: string | undefined;
} {
  return {
    min: min && String(Math.ceil(Number(min))),
    max: max && String(Math.floor(Number(max))),
  };
}

/** The class that contains every duration that was asked for; null when no class does, or no duration was asked for. */
export function lengthClass(
  { duration_min, duration_max }: SearchFilters,
  classes: readonly LengthClass[],
): string | null {
  if (duration_min === undefined && duration_max === undefined) return null;
  const min = Number(duration_min ?? 0);
  const max = duration_max === undefined ? Number.POSITIVE_INFINITY : Number(duration_max);
  return classes.find(([, from, till]) => min >= from && max <= till)?.[0] ?? null;
}

/** `zh` of `zh-Hant-TW`. */
export function primaryLanguage(language: string): string {
  return language.split('-')[0]!;
}

/** Only the entries that have a value, for URLSearchParams and JSON bodies. */
export function valued(
  parameters: Record<string, string | null | undefined | false>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parameters).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
