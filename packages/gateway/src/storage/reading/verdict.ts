// Owns what is remembered of the last check of the ledger and of its last backup.
import type { LedgerVerdict } from '../usage-slices.ts';
import type { Reading, SqlQuestion } from './reading.ts';

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
