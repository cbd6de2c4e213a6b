// Units of time in milliseconds. A unit is written here once; a duration that means something has a name of its own.

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
