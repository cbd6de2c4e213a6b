// How long the records of a connector are kept, and how long the links in them work. The two are apart: terms oblige the operator to delete
// a record, a link that has lapsed is only useless.

export interface Retention {
  /** How long the platform's terms allow a record to be kept, in seconds; null when they set no limit. */
  keepSecondsMax: number | null;
  /** How long the links to pictures and media in a record can be relied on, in seconds; null when they do not lapse. */
  linkSeconds: number | null;
  /** Whether answers are cached, and for how many seconds they must be, against settings and callers that ask for less. */
  cache: 'never' | { secondsMin: number };
}

/** The platform has no rule: the settings decide. */
export const NO_RETENTION_RULES: Retention = {
  keepSecondsMax: null,
  linkSeconds: null,
  cache: { secondsMin: 0 },
};

/** Facts of the connector that a record came from. */
interface Kept {
  retention: Retention;
}

/**
 * When the links in a record stop working; null when they do not lapse, or when no single provider brought the record. `fetchedAtMs` is
 * when the platform answered, not when a cache did.
 */
export function linksUntilMs(kept: Kept | undefined, fetchedAtMs: number): number | null {
  const seconds = kept?.retention.linkSeconds ?? null;
  return seconds === null ? null : fetchedAtMs + seconds * 1_000;
}

/** The longest time in a cache: as long as both the terms and the links allow. Infinity without a limit, 0 when nothing is cached. */
export function cacheSecondsMax({ keepSecondsMax, linkSeconds, cache }: Retention): number {
  if (cache === 'never') return 0;
  return Math.min(keepSecondsMax ?? Number.POSITIVE_INFINITY, linkSeconds ?? Number.POSITIVE_INFINITY);
}

/** The shortest time in a cache. */
export function cacheSecondsMin({ cache }: Retention): number {
  return cache === 'never' ? 0 : cache.secondsMin;
}
