// How complete and how fresh the answers of a platform are, as callers are told. Caps and gaps are declared beside each connector; here they
// are put together for a platform, which several connectors may serve. Nothing in it names a provider.
import { cacheSecondsMin, type Retention } from './retention.ts';

/** What is known about one operation. */
interface OperationCoverage {
  /** A list ends after this many items, although the platform may have more. */
  itemsMax?: number;
  /** Whole sentences for callers. */
  notes?: readonly string[];
}

/** Texts are for callers: whole sentences, and never the name of a seller. */
export interface DeclaredCoverage<Operation extends string = string> {
  /** How old answers are when they arrive; null: as new as on the platform. */
  fresh: string | null;
  /** About every operation. */
  notes: readonly string[];
  operations: Partial<Record<Operation, OperationCoverage>>;
}

/** For a connector whose answers are complete and fresh, as far as is known. */
export const NO_KNOWN_GAPS: DeclaredCoverage = { fresh: null, notes: [], operations: {} };

/** Coverage of one operation of one platform. */
export interface Coverage {
  itemsMax: number | null;
  /** The most items that one page can have; null for one record. */
  pageItemsMax: number | null;
  /** Fields that are always null. */
  missing: readonly string[];
  fresh: string | null;
  /** Empty: none known. */
  notes: readonly string[];
}

/** What coverage needs of a connector. */
interface Covered<Operation extends string> {
  coverage: DeclaredCoverage<Operation>;
  facts: { retention: Retention };
  operations: { [Name in Operation]?: { missing: readonly string[]; pageItemsMax?: number } };
}

/** null: the connector does not have this operation. */
export function coverageOf<Operation extends string>(
  { coverage, facts, operations }: Covered<Operation>,
  operation: Operation,
): Coverage | null {
  const how = operations[operation];
  if (how === undefined) return null;
  const { itemsMax = null, notes = [] } = coverage.operations[operation] ?? {};
  return {
    itemsMax,
    pageItemsMax: how.pageItemsMax ?? null,
    missing: how.missing,
    fresh: coverage.fresh ?? keptText(facts.retention),
    notes: [...notes, ...coverage.notes, ...linkNotes(facts.retention)],
  };
}

const HOUR_SECONDS = 3_600;

function keptText(retention: Retention): string | null {
  const hours = cacheSecondsMin(retention) / HOUR_SECONDS;
  return hours === 0
    ? null
    : `Up to ${hours} hours old: the platform requires that answers are kept this long.`;
}

function linkNotes({ linkSeconds }: Retention): string[] {
  return linkSeconds === null
    ? []
    : [`Links to pictures and videos work for ${linkSeconds / HOUR_SECONDS} hours, and may then expire.`];
}

/**
 * Of several connectors: any of them may answer. So a cap holds only where all have one, a field is missing only where none gives it, and
 * the notes of all are told.
 */
export function mergedCoverage(all: readonly Coverage[]): Coverage | null {
  if (all.length === 0) return null;
  const most = (of: (one: Coverage) => number | null) => {
    const known = all.map(of);
    return known.includes(null) ? null : Math.max(...(known as number[]));
  };
  const distinct = (texts: readonly string[]) => [...new Set(texts)];
  const fresh = distinct(all.flatMap((one) => one.fresh ?? []));
  return {
    itemsMax: most((one) => one.itemsMax),
    pageItemsMax: most((one) => one.pageItemsMax),
    missing: all[0]!.missing.filter((field) => all.every((one) => one.missing.includes(field))),
    fresh: fresh.length === 0 ? null : fresh.join(' '),
    notes: distinct(all.flatMap((one) => one.notes)),
  };
}
