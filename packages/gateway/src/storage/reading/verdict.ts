// Owns what is remembered of the last check of the ledger, of its last backup and of the last drill.

import type { Reading, SqlQuestion } from '../steps/reading.ts';
import type { LedgerVerdict, StorageDrill } from '../usage-slices.ts';

/** null before the first check. */
export function* readVerdict(): Reading<LedgerVerdict | null> {
  const rows = yield { sql: "SELECT name, value FROM meta WHERE name LIKE 'verified%'", values: [] };
  const of = (name: string) => rows.find((row) => row.name === name)?.value as number | undefined;
  const atMs = of('verified_at_ms');
  if (atMs === undefined) return null;
  return { atMs, entries: of('verified_entries') ?? 0, differences: of('verified_differences') ?? 0 };
}

export function* readBackedUpAt(): Reading<number | null> {
  const rows = yield { sql: "SELECT value FROM meta WHERE name = 'backed_up_at_ms'", values: [] };
  return (rows[0]?.value as number | undefined) ?? null;
}

export function backupStatements({ atMs }: { atMs: number }): SqlQuestion[] {
  return metaStatements({ backed_up_at_ms: atMs });
}

export function* readDrill(): Reading<StorageDrill | null> {
  const rows = yield { sql: "SELECT name, value FROM meta WHERE name LIKE 'drill%'", values: [] };
  const of = (name: string) => rows.find((row) => row.name === name)?.value as number | undefined;
  const atMs = of('drill_at_ms');
  return atMs === undefined ? null : { atMs, durationMs: of('drill_ms') ?? 0 };
}

export function drillStatements({ atMs, durationMs }: StorageDrill): SqlQuestion[] {
  return metaStatements({ drill_at_ms: atMs, drill_ms: durationMs });
}

/** The latest check stays. */
export function verdictStatements({ atMs, entries, differences }: LedgerVerdict): SqlQuestion[] {
  const figures = { verified_at_ms: atMs, verified_entries: entries, verified_differences: differences };
  return metaStatements(figures);
}

/** One row for each figure. */
function metaStatements(figures: Record<string, number>): SqlQuestion[] {
  return Object.entries(figures).map(([name, value]) => ({
    sql: `INSERT INTO meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    values: [name, value],
  }));
}
